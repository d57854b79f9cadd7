//! The signs of ECONOMY's board: a glyph for each sector, a silhouette for each category.

use maud::{Markup, html};

/// The sign of a sector on a field of 24 by 24, drawn in the current colour.
pub fn sector(code: &str) -> Markup {
    match code {
        "MOT" => html! {
            path d="M3 15.5v-3l2.2-.7L7.4 7.600c.2-.4.6-.6 1-.6h6.400c.4 0 .7.2.9.5l2.700 4 2.100.6c.4.1.6.5.6.900v2.500h-1.900a2.600 2.600 0 0 1-5.100 0H9.900a2.600 2.600 0 0 1-5.100 0z" {}
            circle cx="7.400" cy="15.600" r="1.500" {} circle cx="16.700" cy="15.600" r="1.500" {}
        },
        "TEX" => {
            html! { path d="M8.500 4 3 7l1.800 4.200L7 10.200V20h10v-9.800l2.200 1L21 7l-5.500-3c-.4 1.700-1.700 2.800-3.500 2.800S8.900 5.700 8.500 4z" {} }
        }
        "FOO" => html! {
            path d="M12 8.200c-1-.8-2.300-1.300-3.600-1.200C5.700 7.100 4 9.500 4 12.600c0 3.900 2.700 7.900 5.300 7.900 1 0 1.700-.5 2.700-.5s1.700.5 2.700.5c2.600 0 5.300-4 5.300-7.900 0-3.100-1.700-5.500-4.400-5.600-1.300-.1-2.600.4-3.600 1.200z" {}
            path d="M12.300 6.500c.1-2.200 1.500-3.800 3.700-4-.1 2.300-1.500 3.900-3.700 4z" {}
        },
        "MED" => html! { path d="M9 3.500h6V9h5.500v6H15v5.500H9V15H3.500V9H9z" {} },
        "COM" => html! {
            path fill-rule="evenodd" d="M4 4h16c.6 0 1 .4 1 1v10.500c0 .6-.4 1-1 1h-5.500l.5 2.500h2v1.500H7V19h2l.5-2.500H4c-.6 0-1-.4-1-1V5c0-.6.4-1 1-1zm1.200 2.200v8.100h13.600V6.200z" {}
        },
        "PHO" => html! {
            path d="M6.200 3.200 9 2.600l2 5-2 1.700c.9 2.400 2.700 4.300 5.100 5.400l1.800-2 4.900 2.200-.7 2.900c-.3 1.400-1.500 2.400-3 2.300C10 19.700 4.300 14 3.900 6.200c-.1-1.500.9-2.700 2.300-3z" {}
        },
        "FUR" => html! { path d="M6 3h2v8h8.500c1 0 1.800.8 1.800 1.800V21h-2v-5H8v5H6z" {} },
        "TOY" => html! {
            path d="M3 9h2.500V6h4.500v3h4V6h4.500v3H21v10H3z" {}
        },
        "COS" => html! {
            path d="M12 2.500c3.700 4.300 6 7.800 6 11.200a6 6 0 0 1-12 0c0-3.400 2.300-6.900 6-11.200z" {}
        },
        "SPO" => html! {
            path fill-rule="evenodd" d="M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zm0 5.200-3.800 2.700 1.400 4.400h4.800l1.400-4.400z" {}
        },
        "BOO" => {
            html! { path d="M3 5c3-.8 6-.4 8.400 1.300V20C9 18.400 6 18 3 18.700zm18 0c-3-.8-6-.4-8.400 1.300V20c2.400-1.600 5.400-2 8.400-1.300z" {} }
        }
        "MUS" => {
            html! { path d="M9 4.500 19.500 2.500v13a3.100 2.700 0 1 1-2.200-2.600V7.200l-6.100 1.200v9.400A3.100 2.700 0 1 1 9 15.200z" {} }
        }
        _ => html! { circle cx="12" cy="12" r="7" {} },
    }
}

/// The silhouette of a category on a field of 100 by 100: a lamp, a saw-tooth roof, an awning.
pub fn category(category: u8) -> Markup {
    match category {
        3 => {
            html! { path d="M50 8c20 0 34 14 34 32 0 12-6 20-12 27-4 4-6 8-6 13H34c0-5-2-9-6-13-6-7-12-15-12-27C16 22 30 8 50 8z" {} }
        }
        2 => html! { path d="M13 80V40l20-13v13l20-13v13l14-9V11h13l3 20v49z" {} },
        _ => html! { path d="M17 13h66l8 24c0 6-4 10-9 10v33H18V47c-5 0-9-4-9-10z" {} },
    }
}

/// What a category is called.
pub fn word(category: u8) -> &'static str {
    match category {
        3 => "invention",
        2 => "factory",
        _ => "shop",
    }
}
