//! Words with a fixed list: one macro makes the enum, its spelling and its reader.

/// A text that is not one of the words of a list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{word}' is not a known {list}")]
pub struct UnknownWord {
    /// What the list is of, such as `issue status`.
    pub list: &'static str,
    /// The text that was given.
    pub word: String,
}

/// A type made by [`words!`](crate::words!): an enum whose values are words of the wire.
pub trait Word: Copy + std::str::FromStr<Err = UnknownWord> + 'static {
    /// What the list is of, such as `issue status`.
    const LIST: &'static str;
    /// Every value, in the order in which the wire lists them.
    const ALL: &'static [Self];

    /// Returns the word as it is stored and sent.
    fn as_str(self) -> &'static str;
}

/// Makes an enum from a closed list of words, the same in the database and on the wire.
///
/// An unknown word from the wire is the caller's mistake, one from the database is corruption;
/// both arrive as [`UnknownWord`](crate::words::UnknownWord).
#[macro_export]
macro_rules! words {
    (
        $(#[$doc:meta])*
        pub enum $name:ident($list:literal) {
            $( $(#[$variant_doc:meta])* $variant:ident = $word:literal, )*
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(
            feature = "database",
            derive(sea_orm::DeriveValueType),
            sea_orm(value_type = "String", column_type = "Text")
        )]
        pub enum $name {
            $( $(#[$variant_doc])* #[doc = concat!("`", $word, "`")] $variant, )*
        }

        impl $crate::words::Word for $name {
            const LIST: &'static str = $list;
            const ALL: &'static [Self] = &[$(Self::$variant),*];

            fn as_str(self) -> &'static str {
                Self::as_str(self)
            }
        }

        impl $name {
            /// Returns the word as it is stored and sent.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::words::UnknownWord;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($word => Ok(Self::$variant),)*
                    _ => Err($crate::words::UnknownWord { list: $list, word: text.to_owned() }),
                }
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                utoipa::openapi::schema::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::String)
                    .enum_values(Some([$($word),*]))
                    .into()
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::ToSchema for $name {}

        #[cfg(feature = "database")]
        impl sea_orm::TryFromU64 for $name {
            fn try_from_u64(_: u64) -> Result<Self, sea_orm::DbErr> {
                Err(sea_orm::DbErr::ConvertFromU64(stringify!($name)))
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <::std::borrow::Cow<'de, str> as ::serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(::serde::de::Error::custom)
            }
        }
    };
}
