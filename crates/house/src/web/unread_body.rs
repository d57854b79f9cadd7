//! The rest of a body that nobody read. A client that is refused before its body was read hears so, and what it has sent already
//! is not taken for its next request: it is read and thrown away, or the answer says that the connection ends with it.

use axum::{
    body::{Body, Bytes},
    extract::Request,
    http::{HeaderValue, header},
    middleware::Next,
    response::Response,
};
use hyper::body::{Body as _, Frame, SizeHint};
use std::{
    future::poll_fn,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll, ready},
    time::Duration,
};

/// How much is read and thrown away, in bytes.
const MOST: usize = 1 << 20;

/// How long.
const LONGEST: Duration = Duration::from_secs(1);

/// The most pieces that a body may come in. Reading a piece takes far longer than sending it.
const MOST_PIECES: usize = 4096;

/// A body that can be read on after its handler has dropped it, and the number of pieces that have come.
#[derive(Clone)]
struct SharedBody(Arc<Mutex<(Body, usize)>>);

impl SharedBody {
    fn with<T>(&self, look: impl FnOnce(&mut Body) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner).0)
    }
}

impl hyper::body::Body for SharedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(self: Pin<&mut SharedBody>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let (body, pieces) = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if *pieces >= MOST_PIECES {
            return Poll::Ready(Some(Err(axum::Error::new("the body came in too many pieces"))));
        }
        let frame = ready!(Pin::new(body).poll_frame(context));
        *pieces += 1;
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.with(|body| body.is_end_stream())
    }

    fn size_hint(&self) -> SizeHint {
        self.with(|body| body.size_hint())
    }
}

/// Reads what is left of the body of a request once it is answered.
pub(crate) async fn leave_none(request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    // A client that asks before sending has sent nothing yet.
    let asks_first = request.headers().contains_key(header::EXPECT);
    let (head, body) = request.into_parts();
    let shared = SharedBody(Arc::new(Mutex::new((body, 0))));
    let mut answer = next.run(Request::from_parts(head, Body::new(shared.clone()))).await;
    let done = shared.is_end_stream() || !asks_first && tokio::time::timeout(LONGEST, throw_away(shared)).await == Ok(true);
    if !done {
        answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    answer
}

/// Reads to the end; tells whether there is one.
async fn throw_away(mut shared: SharedBody) -> bool {
    let mut read = 0;
    while read <= MOST {
        match poll_fn(|context| Pin::new(&mut shared).poll_frame(context)).await {
            None => return true,
            Some(Ok(frame)) => read += frame.data_ref().map_or(0, Bytes::len),
            Some(Err(_)) => return false,
        }
    }
    false
}
