//! Puts stored values where a sender left the mask that it was shown.

use serde_json::Value;

use super::address::is_address;
use super::{HIDDEN, NothingHidden};

/// A stored value, and how it is shown.
pub(super) struct Stored<'a> {
    pub value: &'a Value,
    pub shown: &'a Value,
}

impl Stored<'_> {
    fn member(&self, name: &str) -> Option<Stored<'_>> {
        let value = self.value.get(name)?;
        // What is hidden as a whole has no members to show.
        Some(Stored { value, shown: self.shown.get(name).unwrap_or(value) })
    }

    fn element(&self, at: usize) -> Option<Stored<'_>> {
        let value = self.value.get(at)?;
        Some(Stored { value, shown: self.shown.get(at).unwrap_or(value) })
    }

    /// Returns the stored elements that are shown hidden, in their order.
    fn hidden_elements(&self) -> Vec<&Value> {
        let (Some(values), Some(shown)) = (self.value.as_array(), self.shown.as_array()) else {
            return Vec::new();
        };
        values.iter().zip(shown).filter(|(_, shown)| *shown == HIDDEN).map(|(value, _)| value).collect()
    }
}

/// Returns whether a text is a mask, or an address with one in it.
pub(super) fn holds_mask(text: &str) -> bool {
    text == HIDDEN || (text.contains(HIDDEN) && is_address(text))
}

pub(super) fn restore(
    sent: &mut Value,
    stored: Option<&Stored<'_>>,
    path: &str,
) -> Result<(), NothingHidden> {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    let nothing_hidden = || NothingHidden { path: path.to_owned() };
    match sent {
        Value::String(text) if text == HIDDEN => {
            // An environment value may be stored bare and is shown as `{type: plain, value}`.
            *sent = match stored {
                None => return Err(nothing_hidden()),
                Some(stored) if stored.value.is_null() => return Err(nothing_hidden()),
                Some(stored) => stored.value.clone(),
            };
        }
        Value::String(text) if holds_mask(text) => {
            // Only the address as it was shown stands for the stored one.
            let known = stored.filter(|stored| stored.shown.as_str() == Some(text.as_str()));
            *sent = known.ok_or_else(nothing_hidden)?.value.clone();
        }
        Value::Object(object) => {
            for (name, member) in object.iter_mut() {
                let counterpart = match stored {
                    Some(bare) if name == "value" && bare.value.is_string() => {
                        Some(Stored { value: bare.value, shown: bare.value })
                    }
                    stored => stored.and_then(|stored| stored.member(name)),
                };
                restore(member, counterpart.as_ref(), &below(name))?;
            }
        }
        Value::Array(list) => restore_list(list, stored, &below)?,
        _ => {}
    }
    Ok(())
}

/// Elements may have come and gone around hidden ones, which stay in their order.
fn restore_list(
    list: &mut [Value],
    stored: Option<&Stored<'_>>,
    below: &dyn Fn(&str) -> String,
) -> Result<(), NothingHidden> {
    let hidden = stored.map(Stored::hidden_elements).unwrap_or_default();
    let is_mask = |element: &Value| *element == HIDDEN;
    let moved = !hidden.is_empty() && list.iter().filter(|element| is_mask(element)).count() == hidden.len();
    let mut hidden = hidden.into_iter();
    for (at, element) in list.iter_mut().enumerate() {
        if moved && is_mask(element) {
            *element = hidden.next().expect("there are as many as masks").clone();
            continue;
        }
        let counterpart = stored.and_then(|stored| stored.element(at));
        let counterpart = counterpart.filter(|stored| !is_mask(element) || stored.shown == HIDDEN);
        restore(element, counterpart.as_ref(), &below(&at.to_string()))?;
    }
    Ok(())
}
