//! Figures for Prometheus, and what is logged of a request.

use super::House;
use axum::{
    extract::{MatchedPath, Request, State},
    http::{StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::{sync::OnceLock, time::Instant};

/// The figures of this process.
#[derive(Clone)]
pub(crate) struct Metrics(PrometheusHandle);

impl Metrics {
    /// Begins to count; once a process.
    pub fn install() -> Metrics {
        static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
        let handle = HANDLE.get_or_init(|| {
            let recorder = PrometheusBuilder::new().build_recorder();
            let handle = recorder.handle();
            if metrics::set_global_recorder(recorder).is_err() {
                tracing::warn!("figures are counted elsewhere already");
            }
            handle
        });
        Metrics(handle.clone())
    }

    /// Sums up what was counted: until then every single time is kept.
    pub fn sweep(&self) {
        self.0.run_upkeep();
    }
}

/// All figures as text.
pub(crate) async fn page(State(house): State<House>) -> Response {
    metrics::gauge!("exchequer_tables_in_memory").set(house.hall.in_use() as f64);
    house.metrics.0.run_upkeep();
    (StatusCode::OK, [(header::CONTENT_TYPE, "text/plain; version=0.0.4")], house.metrics.0.render()).into_response()
}

/// Counts and times every request by its route.
pub(crate) async fn measure(request: Request, next: Next) -> Response {
    let route = route(&request).to_owned();
    let started = Instant::now();
    let response = next.run(request).await;
    let status = response.status().as_u16().to_string();
    metrics::counter!("exchequer_requests_total", "route" => route.clone(), "status" => status).increment(1);
    metrics::histogram!("exchequer_request_seconds", "route" => route).record(started.elapsed());
    response
}

/// A log line names the route, never the address: an address may hold an invitation.
pub(crate) fn span<B>(request: &axum::http::Request<B>) -> tracing::Span {
    let route = request.extensions().get::<MatchedPath>().map_or("?", MatchedPath::as_str);
    tracing::info_span!("request", method = %request.method(), route)
}

fn route(request: &Request) -> &str {
    request.extensions().get::<MatchedPath>().map_or("?", MatchedPath::as_str)
}
