//! Connections: how many may be open, what arrives on them, and closing those that nobody reads.

pub mod address_slots;
pub mod connection;
pub mod open_limits;
pub mod request_lengths;
