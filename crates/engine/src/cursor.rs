//! Where a sweep goes on that takes some things at a time.

use wireclip_ports::held::Held;

/// Where the last turn of a sweep ended, if there was more behind. What is found may be found again
/// and again, for a good reason or since it fails: those behind it have their turn all the same.
#[derive(Debug)]
pub(crate) struct Cursor<T>(Held<Option<T>>);

impl<T> Default for Cursor<T> {
    fn default() -> Self {
        Self(Held::default())
    }
}

impl<T: Copy> Cursor<T> {
    /// Returns behind what the next turn looks; from the beginning if nothing is said.
    pub(crate) fn place(&self) -> Option<T> {
        *self.0.lock()
    }

    /// Goes behind what was found, of which a turn takes so many at most.
    pub(crate) fn pass(&self, found: &[T], most: u32) {
        let has_more = found.len() >= most as usize;
        let place = found.last().copied().filter(|_| has_more);
        *self.0.lock() = place;
    }
}

#[cfg(test)]
mod tests {
    use super::Cursor;

    #[test]
    fn a_sweep_goes_on_behind_what_it_found_and_begins_anew_at_the_end() {
        let cursor = Cursor::default();
        assert_eq!(cursor.place(), None);
        cursor.pass(&[1, 2, 3], 3);
        assert_eq!(cursor.place(), Some(3));
        cursor.pass(&[4], 3);
        assert_eq!(cursor.place(), None);
    }
}
