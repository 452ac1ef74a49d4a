//! List prices of known models, as data: what, as of when, and where the list stands. A model that is
//! on no list is not priced; nothing here is guessed.
//!
//! A price is in micro-dollars per million tokens, which is dollars per million tokens in
//! millionths: `3_000_000` is 3 dollars. Prices that rise with the length of a prompt stand at
//! their lowest step: an estimate is not to exceed what is owed.

use super::Tokens;
use crate::money::MicroDollars;

/// Where a price list stands, and as of when its prices are stated here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PriceSource {
    /// The provider's own page.
    pub address: &'static str,
    /// The day as of which they are stated. They were written down from knowledge of that time and
    /// not compared with the page: whoever changes a price reads the page, and sets the day.
    pub as_of: &'static str,
}

/// What a model costs by its provider's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListPrice {
    /// The provider, as usage names it.
    pub provider: &'static str,
    /// How the model's name begins; dates and `-latest` may follow.
    pub model: &'static str,
    /// A million tokens read.
    pub input: i64,
    /// A million tokens read from the cache.
    pub cached_input: i64,
    /// A million tokens written.
    pub output: i64,
}

impl ListPrice {
    const fn new(
        provider: &'static str,
        model: &'static str,
        input: i64,
        cached_input: i64,
        output: i64,
    ) -> Self {
        Self { provider, model, input, cached_input, output }
    }

    /// Returns what these tokens cost, rounded up to a whole micro-dollar: what was used is not
    /// free.
    #[must_use]
    pub fn of(&self, tokens: Tokens) -> MicroDollars {
        const PER: i128 = 1_000_000;
        let part = |tokens: i64, price: i64| i128::from(tokens) * i128::from(price);
        let millionths = part(tokens.input, self.input)
            + part(tokens.cached_input, self.cached_input)
            + part(tokens.output, self.output);
        MicroDollars::new(i64::try_from((millionths + PER - 1) / PER).unwrap_or(i64::MAX))
    }
}

/// Where the prices of a provider come from.
pub const SOURCES: &[(&str, PriceSource)] = &[
    ("anthropic", PriceSource { address: "https://www.anthropic.com/pricing", as_of: "2025-11-24" }),
    ("google", PriceSource { address: "https://ai.google.dev/gemini-api/docs/pricing", as_of: "2025-11-18" }),
    ("openai", PriceSource { address: "https://openai.com/api/pricing", as_of: "2025-11-13" }),
    ("xai", PriceSource { address: "https://docs.x.ai/docs/models", as_of: "2025-09-19" }),
];

/// All known prices.
pub const PRICES: &[ListPrice] = &[
    ListPrice::new("anthropic", "claude-opus-4-5", 5_000_000, 500_000, 25_000_000),
    ListPrice::new("anthropic", "claude-opus-4-1", 15_000_000, 1_500_000, 75_000_000),
    ListPrice::new("anthropic", "claude-opus-4-0", 15_000_000, 1_500_000, 75_000_000),
    ListPrice::new("anthropic", "claude-opus-4-2025", 15_000_000, 1_500_000, 75_000_000),
    ListPrice::new("anthropic", "claude-sonnet-4-5", 3_000_000, 300_000, 15_000_000),
    ListPrice::new("anthropic", "claude-sonnet-4-0", 3_000_000, 300_000, 15_000_000),
    ListPrice::new("anthropic", "claude-sonnet-4-2025", 3_000_000, 300_000, 15_000_000),
    ListPrice::new("anthropic", "claude-3-7-sonnet", 3_000_000, 300_000, 15_000_000),
    ListPrice::new("anthropic", "claude-haiku-4-5", 1_000_000, 100_000, 5_000_000),
    ListPrice::new("anthropic", "claude-3-5-haiku", 800_000, 80_000, 4_000_000),
    ListPrice::new("google", "gemini-2.5-pro", 1_250_000, 125_000, 10_000_000),
    ListPrice::new("google", "gemini-2.5-flash", 300_000, 30_000, 2_500_000),
    ListPrice::new("google", "gemini-2.5-flash-lite", 100_000, 10_000, 400_000),
    ListPrice::new("openai", "gpt-5", 1_250_000, 125_000, 10_000_000),
    ListPrice::new("openai", "gpt-5-codex", 1_250_000, 125_000, 10_000_000),
    ListPrice::new("openai", "gpt-5-mini", 250_000, 25_000, 2_000_000),
    ListPrice::new("openai", "gpt-5-nano", 50_000, 5_000, 400_000),
    ListPrice::new("openai", "gpt-5.1", 1_250_000, 125_000, 10_000_000),
    ListPrice::new("openai", "gpt-5.1-codex", 1_250_000, 125_000, 10_000_000),
    ListPrice::new("openai", "gpt-5.1-codex-mini", 250_000, 25_000, 2_000_000),
    ListPrice::new("openai", "gpt-4.1", 2_000_000, 500_000, 8_000_000),
    ListPrice::new("openai", "gpt-4.1-mini", 400_000, 100_000, 1_600_000),
    ListPrice::new("openai", "gpt-4.1-nano", 100_000, 25_000, 400_000),
    ListPrice::new("openai", "gpt-4o", 2_500_000, 1_250_000, 10_000_000),
    ListPrice::new("openai", "gpt-4o-mini", 150_000, 75_000, 600_000),
    ListPrice::new("openai", "o3", 2_000_000, 500_000, 8_000_000),
    ListPrice::new("openai", "o4-mini", 1_100_000, 275_000, 4_400_000),
    ListPrice::new("xai", "grok-4", 3_000_000, 750_000, 15_000_000),
    ListPrice::new("xai", "grok-4-fast", 200_000, 50_000, 500_000),
    ListPrice::new("xai", "grok-code-fast-1", 200_000, 20_000, 1_500_000),
];

/// What may follow a model's name without making another model of it.
fn is_same_model(rest: &str) -> bool {
    let Some(rest) = rest.strip_prefix(['-', '@']) else { return rest.is_empty() };
    let is_date = rest.len() >= 4 && rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    is_date || rest == "latest"
}

/// Returns the price of a model by its provider's list, if it is on it.
#[must_use]
pub fn list_price(provider: &str, model: &str) -> Option<&'static ListPrice> {
    let of_provider = |price: &&ListPrice| price.provider.eq_ignore_ascii_case(provider);
    // The year that ends some names is a part of the date that follows them.
    PRICES.iter().filter(of_provider).find(|price| match price.model.strip_suffix("-2025") {
        Some(name) => {
            model.strip_prefix(name).is_some_and(|rest| rest.starts_with("-2025") && is_same_model(rest))
        }
        None => model.strip_prefix(price.model).is_some_and(is_same_model),
    })
}
