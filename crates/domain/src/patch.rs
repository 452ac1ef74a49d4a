//! Optional changes: a field that is left alone, cleared or set.

/// What a change says of one field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Field<T> {
    /// The change does not name the field.
    #[default]
    Keep,
    /// The change names the field as `null`.
    Clear,
    /// The change gives the field a value.
    Set(T),
}

impl<T> Field<T> {
    /// Returns whether the change names the field at all.
    #[must_use]
    pub const fn is_named(&self) -> bool {
        !matches!(self, Self::Keep)
    }

    /// Returns the value that is set, if one is.
    pub fn set(self) -> Option<T> {
        match self {
            Self::Set(value) => Some(value),
            Self::Keep | Self::Clear => None,
        }
    }

    /// Returns a view of the value that is set, if one is.
    pub const fn as_set(&self) -> Option<&T> {
        match self {
            Self::Set(value) => Some(value),
            Self::Keep | Self::Clear => None,
        }
    }

    /// Changes a field that may be empty.
    pub fn apply_to(self, field: &mut Option<T>) {
        match self {
            Self::Keep => {}
            Self::Clear => *field = None,
            Self::Set(value) => *field = Some(value),
        }
    }

    /// Changes a field that always has a value; clearing leaves it alone.
    pub fn apply_to_required(self, field: &mut T) {
        if let Self::Set(value) = self {
            *field = value;
        }
    }

    /// Changes the value that is set, if one is.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Field<U> {
        match self {
            Self::Keep => Field::Keep,
            Self::Clear => Field::Clear,
            Self::Set(value) => Field::Set(change(value)),
        }
    }
}

impl<T> From<Option<T>> for Field<T> {
    /// A value is set; nothing leaves the field alone.
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Keep, Self::Set)
    }
}
