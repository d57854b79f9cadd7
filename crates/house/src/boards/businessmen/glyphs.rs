//! The signs of Businessmen's board: a glyph for each good and each characteristic.

use ::businessmen::{Characteristic, Good};
use maud::{Markup, html};

/// The class that gives a good its colour.
pub fn class(good: Good) -> String {
    format!("biz-good-{}", good.index())
}

/// The sign of a good on a field of 24 by 24, drawn in the current colour.
pub fn good(good: Good) -> Markup {
    match good {
        Good::Fish => html! {
            path fill-rule="evenodd" d="M2.500 12c2.600-4.400 6-6.500 9.600-6.500 3 0 5.600 1.500 7.300 3.600L22 6.600c.4 3.600.4 7.200 0 10.800l-2.600-2.500c-1.700 2.100-4.300 3.600-7.300 3.600-3.600 0-7-2.100-9.600-6.500zm5.200-2.400a1.300 1.300 0 1 0 0 2.600 1.300 1.300 0 0 0 0-2.600z" {}
        },
        Good::Meat => html! {
            path fill-rule="evenodd" d="M14.500 3.200c3.600 0 6.300 2.700 6.300 6.200 0 4.300-4 7.300-8.500 7-1.300-.1-2.300.4-3 1.100l-2 2c.3 1-.1 2-1 2.300-.8.300-1.700 0-2.100-.8-.8-.3-1.200-1.200-.900-2 .3-.9 1.300-1.300 2.300-1.100l2-2c.8-.8 1.100-1.800 1-3C8.400 8 10.500 3.200 14.500 3.200zm.6 3.300c-1.500 0-2.500.9-2.900 2.200l1.700.5c.2-.6.6-.9 1.200-.9z" {}
        },
        Good::Grain => html! {
            path d="M11.200 22V9.500h1.600V22zM12 2c1.500 1.300 1.500 4.200 0 5.800-1.500-1.600-1.500-4.500 0-5.800zM10.600 11.600C8.500 12 6.400 10.400 6 8c2.300-.3 4.300 1.300 4.600 3.600zm2.800 0c2.100.4 4.200-1.200 4.600-3.600-2.300-.3-4.300 1.300-4.600 3.600zM10.600 16.400c-2.100.4-4.200-1.200-4.600-3.600 2.300-.3 4.300 1.300 4.600 3.600zm2.800 0c2.100.4 4.200-1.200 4.600-3.600-2.300-.3-4.300 1.300-4.600 3.600z" {}
        },
        Good::Wood => html! {
            path d="M12 1.800 18.200 9h-3l4.300 5h-3.200l4.200 4.800h-7.300V22h-2.400v-3.200H3.500L7.700 14H4.500l4.300-5h-3z" {}
        },
        Good::Oil => html! {
            path d="M5 3.500c2-1 12-1 14 0v3l-.8.900.8 1v7.200l-.8 1 .8.900v3c-2 1-12 1-14 0v-3l.8-.9-.8-1V8.400l.8-1-.8-.900zm7 5.300c-1.700 2-2.700 3.500-2.700 4.900a2.700 2.700 0 0 0 5.400 0c0-1.400-1-2.900-2.700-4.900z" fill-rule="evenodd" {}
        },
        Good::Metal => html! {
            path d="M8.300 4.500h7.400l2 6H6.300zM3.800 12.500h6.900l1.600 6.500H1.700zm9.500 0h6.900l2.100 6.500H11.700z" {}
        },
    }
}

/// The sign of a characteristic on a field of 24 by 24.
pub fn characteristic(which: Characteristic) -> Markup {
    match which {
        Characteristic::Warehouse => html! { path d="M12 2.500 22 8v13h-3v-9.500H5V21H2V8zM7 13.500h10v2H7zm0 3.700h10v2H7z" {} },
        Characteristic::Loader => html! {
            path fill-rule="evenodd" d="M2.500 4H10l3 6.500V17h1.500V3.500h2V18H22v2.500h-5.500a2.700 2.700 0 0 1-.2.5h-5.200a2.700 2.700 0 0 1-5 0H2.500zm2.300 2.300v4.400h5.600L8.600 6.300z" {}
        },
        Characteristic::Manager => html! {
            path fill-rule="evenodd" d="M9 3h6c1.100 0 2 .9 2 2v2h3c1.100 0 2 .9 2 2v10c0 1.100-.9 2-2 2H4c-1.100 0-2-.9-2-2V9c0-1.100.9-2 2-2h3V5c0-1.100.9-2 2-2zm.500 2.300V7h5V5.300zM2 12.200h8v1.900h4v-1.900h8v1.300h-6.200v2.400H8.200v-2.400H2z" {}
        },
    }
}

/// A good as a small coloured tile; `words` is what it stands for, nothing where the text beside it says so.
pub fn chip(which: Good, words: Option<&str>) -> Markup {
    html! {
        svg .biz-chip .(class(which)) viewBox="0 0 24 24" role=[words.map(|_| "img")] aria-label=[words] aria-hidden=[words.is_none().then_some("true")] {
            rect .field width="24" height="24" rx="5" {}
            g transform="translate(3 3) scale(.75)" { (good(which)) }
        }
    }
}
