//! Words with an open list: what we know has a name, any other text is kept as it came.

/// Makes an enum of the known words of a field that is free text on the wire, with a last variant
/// for every other text.
///
/// `From<&str>` is the only reader, so that the last variant never holds a known word.
#[macro_export]
macro_rules! open_words {
    (
        $(#[$doc:meta])*
        pub enum $name:ident {
            $( $(#[$variant_doc:meta])* $variant:ident = $word:literal, )*
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        #[cfg_attr(
            feature = "database",
            derive(sea_orm::DeriveValueType),
            sea_orm(value_type = "String", column_type = "Text")
        )]
        pub enum $name {
            $( $(#[$variant_doc])* #[doc = concat!("`", $word, "`")] $variant, )*
            /// Any other text.
            Other(String),
        }

        impl $name {
            /// Every value that has a name.
            pub const NAMED: &'static [Self] = &[$(Self::$variant),*];

            /// Returns the text as it is stored and sent.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self { $(Self::$variant => $word,)* Self::Other(text) => text }
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                match text { $($word => Self::$variant,)* _ => Self::Other(text.to_owned()) }
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self::from(text.as_str())
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = ::std::convert::Infallible;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Ok(Self::from(text))
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                <String as utoipa::PartialSchema>::schema()
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::ToSchema for $name {}

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <String as ::serde::Deserialize>::deserialize(deserializer).map(Self::from)
            }
        }
    };
}
