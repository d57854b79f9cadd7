//! Whose certificates are believed: those that the system trusts, and those that the host names.

use lettre::transport::smtp::{
    Error as SmtpError,
    client::{Certificate, TlsParameters},
};
use std::{
    error::Error,
    io,
    sync::{Arc, OnceLock},
};
use tokio_rustls::rustls::{
    self, ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, pem::PemObject},
};

#[cfg(test)]
mod tests;

/// Whose certificates are believed, of mail servers and of web hooks.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    /// Whom the host trusts besides those that the system does.
    own: Vec<CertificateDer<'static>>,
    client: OnceLock<Arc<ClientConfig>>,
}

impl Trust {
    /// Those that the system trusts, and the certificates in this text.
    pub fn with(pem: &[u8]) -> Result<Trust, String> {
        let own: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
        let own = own.map_err(|error| format!("this is no certificate in PEM: {error}"))?;
        if own.is_empty() {
            return Err("there is no certificate in PEM".to_owned());
        }
        let mut roots = RootCertStore::empty();
        for certificate in &own {
            roots.add(certificate.clone()).map_err(|error| format!("a certificate cannot be read: {error}"))?;
        }
        Ok(Trust { own, client: OnceLock::new() })
    }

    /// How servers are spoken to. Whom the system trusts is asked once, when somebody is spoken to.
    pub(super) fn client(&self) -> Arc<ClientConfig> {
        let client = || {
            let mut roots = RootCertStore::empty();
            let known = rustls_native_certs::load_native_certs().certs.into_iter().chain(self.own.iter().cloned());
            roots.add_parsable_certificates(known);
            let versions = ClientConfig::builder_with_provider(ring::default_provider().into());
            let versions = versions.with_safe_default_protocol_versions().expect("ring speaks TLS 1.2 and 1.3");
            Arc::new(versions.with_root_certificates(roots).with_no_client_auth())
        };
        self.client.get_or_init(client).clone()
    }

    /// The same for a mail server.
    pub(super) fn mail(&self, host: &str) -> Result<TlsParameters, SmtpError> {
        let mut parameters = TlsParameters::builder(host.to_owned());
        for certificate in &self.own {
            parameters = parameters.add_root_certificate(Certificate::from_der(certificate.to_vec())?);
        }
        parameters.build()
    }
}

/// Why a server's certificate is not believed, if that is what went wrong.
pub(super) fn distrusted(error: &(dyn Error + 'static)) -> Option<String> {
    let mut next = Some(error);
    while let Some(error) = next {
        let wrapped = error.downcast_ref::<io::Error>().and_then(|error| error.get_ref()?.downcast_ref::<rustls::Error>());
        if let Some(rustls::Error::InvalidCertificate(reason)) = wrapped {
            return Some(reason.to_string());
        }
        next = error.source();
    }
    None
}

/// Counts, for the host, a server that was not spoken to because its certificate is not believed.
pub(super) fn count_distrusted(way: super::Way) {
    metrics::counter!("exchequer_calls_untrusted_total", "way" => way.word()).increment(1);
}
