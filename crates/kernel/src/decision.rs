//! The one place where a game lists what can be pending.

/// Declares everything that a table can wait for: an enum with one type for each decision, the trait that all of them implement,
/// and the dispatch of calls on the enum to the right type.
///
/// ```
/// use kernel::{Refusal, refuse};
///
/// kernel::decisions! {
///     /// What can be pending.
///     #[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
///     #[serde(tag = "what", rename_all = "snake_case")]
///     pub enum Frame { Toll, Wheel }
///
///     /// Everything about one decision.
///     pub trait Decision {
///         /// May this be chosen?
///         fn may(&self, coins: u32, choice: &str) -> Result<(), Refusal>;
///
///         /// What an absent player chooses.
///         fn fallback(&self, _coins: u32) -> &'static str {
///             "pass"
///         }
///     }
/// }
///
/// /// The toll of a bridge. (FUN-TOLL-1)
/// #[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
/// pub struct Toll {
///     /// How much it is.
///     pub price: u32,
/// }
///
/// impl Decision for Toll {
///     fn may(&self, coins: u32, choice: &str) -> Result<(), Refusal> {
///         match choice {
///             "pay" if coins < self.price => refuse("FUN-TOLL-2", "you cannot pay the toll: turn back"),
///             _ => Ok(()),
///         }
///     }
/// }
///
/// /// A wheel that can be spun. (FUN-WHEEL-1)
/// #[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
/// pub struct Wheel;
///
/// impl Decision for Wheel {
///     fn may(&self, _coins: u32, _choice: &str) -> Result<(), Refusal> {
///         Ok(())
///     }
///
///     fn fallback(&self, _coins: u32) -> &'static str {
///         "spin"
///     }
/// }
///
/// let pending = Frame::from(Toll { price: 3 });
/// assert_eq!(pending.may(2, "pay").unwrap_err().clause, "FUN-TOLL-2");
/// assert_eq!((pending.fallback(2), Frame::from(Wheel).fallback(2)), ("pass", "spin"));
/// assert_eq!(serde_json::to_string(&[pending, Wheel.into()]).unwrap(), r#"[{"what":"toll","price":3},{"what":"wheel"}]"#);
/// ```
///
/// Each decision is a type in its own file that implements the trait; the variant of the enum that holds it has the same name. A
/// method with a body is a default; one without a body must be written for each decision. The enum implements the trait too, with
/// one `match` for each method, so a call costs no more than a `match` by hand. Methods take `&self` and arguments with simple
/// names.
///
/// A game that asks for things besides what is pending writes the trait first and several enums after it; one of them can be a variant of
/// another. A variant can have attributes, such as another name in JSON:
///
/// ```
/// kernel::decisions! {
///     /// Everything about one decision.
///     pub trait Decision {
///         /// What an absent player chooses.
///         fn fallback(&self) -> &'static str {
///             "pass"
///         }
///     }
///
///     /// What can be pending.
///     #[derive(Clone, Copy, Debug, serde::Serialize)]
///     #[serde(tag = "what", rename_all = "snake_case")]
///     pub enum Frame {
///         #[serde(rename = "bridge")]
///         Toll,
///     }
///
///     /// What a player is asked now.
///     #[derive(Clone, Copy, Debug)]
///     pub enum Asked { Frame, Roll }
/// }
///
/// /// The toll of a bridge.
/// #[derive(Clone, Copy, Debug, serde::Serialize)]
/// pub struct Toll;
///
/// /// Nothing is pending: the dice are rolled.
/// #[derive(Clone, Copy, Debug)]
/// pub struct Roll;
///
/// impl Decision for Toll {}
///
/// impl Decision for Roll {
///     fn fallback(&self) -> &'static str {
///         "roll"
///     }
/// }
///
/// assert_eq!(serde_json::to_string(&Frame::from(Toll)).unwrap(), r#"{"what":"bridge"}"#);
/// assert_eq!((Asked::from(Frame::from(Toll)).fallback(), Asked::from(Roll).fallback()), ("pass", "roll"));
/// ```
#[macro_export]
macro_rules! decisions {
    (
        $(#[$meta:meta])*
        $vis:vis enum $Frame:ident $decisions:tt

        $(#[$about:meta])*
        $seen:vis trait $Decision:ident $methods:tt
    ) => {
        $crate::decision! { @enum [$(#[$meta])* $vis] $Frame $decisions }

        $(#[$about])*
        $seen trait $Decision $methods

        impl $Decision for $Frame {
            $crate::decision! { @methods $Decision $Frame $decisions $methods }
        }
    };
    (
        $(#[$about:meta])*
        $seen:vis trait $Decision:ident $methods:tt

        $(
            $(#[$meta:meta])*
            $vis:vis enum $Frame:ident $decisions:tt
        )+
    ) => {
        $(#[$about])*
        $seen trait $Decision $methods

        $(
            $crate::decision! { @enum [$(#[$meta])* $vis] $Frame $decisions }

            impl $Decision for $Frame {
                $crate::decision! { @methods $Decision $Frame $decisions $methods }
            }
        )+
    };
}

/// The parts of a declaration; see [`decisions!`](crate::decisions!).
#[doc(hidden)]
#[macro_export]
macro_rules! decision {
    (@enum [$(#[$meta:meta])* $vis:vis] $Frame:ident { $($(#[$mark:meta])* $Kind:ident),+ $(,)? }) => {
        $(#[$meta])*
        $vis enum $Frame {
            $( #[doc = concat!("See [`", stringify!($Kind), "`].")] $(#[$mark])* $Kind($Kind) ),+
        }

        $(
            impl From<$Kind> for $Frame {
                #[inline]
                fn from(decision: $Kind) -> $Frame {
                    $Frame::$Kind(decision)
                }
            }
        )+
    };

    // One method after another: with a body, without one.
    (@methods $Decision:ident $Frame:ident $decisions:tt {
        $(#[$about:meta])*
        fn $method:ident(&$it:ident $(, $argument:ident: $kind:ty)* $(,)?) $(-> $result:ty)? $body:block
        $($rest:tt)*
    }) => {
        $crate::decision! { @method $Decision $Frame $decisions $it $method [$($argument: $kind),*] [$($result)?] }
        $crate::decision! { @methods $Decision $Frame $decisions { $($rest)* } }
    };
    (@methods $Decision:ident $Frame:ident $decisions:tt {
        $(#[$about:meta])*
        fn $method:ident(&$it:ident $(, $argument:ident: $kind:ty)* $(,)?) $(-> $result:ty)?;
        $($rest:tt)*
    }) => {
        $crate::decision! { @method $Decision $Frame $decisions $it $method [$($argument: $kind),*] [$($result)?] }
        $crate::decision! { @methods $Decision $Frame $decisions { $($rest)* } }
    };
    (@methods $Decision:ident $Frame:ident $decisions:tt {}) => {};

    // The argument list in one piece, since it is needed once for each decision.
    (@method $Decision:ident $Frame:ident $decisions:tt $it:ident $method:ident
        [$($argument:ident: $kind:ty),*] [$($result:ty)?]) => {
        #[inline]
        fn $method(&$it $(, $argument: $kind)*) $(-> $result)? {
            $crate::decision! { @send $Decision $Frame $decisions $it $method ($($argument),*) }
        }
    };
    (@send $Decision:ident $Frame:ident { $($(#[$mark:meta])* $Kind:ident),+ $(,)? } $it:ident $method:ident $arguments:tt) => {
        match $it {
            $( $Frame::$Kind(decision) => $crate::decision! { @call $Decision $method decision $arguments } ),+
        }
    };
    (@call $Decision:ident $method:ident $decision:ident ($($argument:ident),*)) => {
        $Decision::$method($decision $(, $argument)*)
    };
}
