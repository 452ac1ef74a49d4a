//! Tests of prices and of stretches of time.

use proptest::prelude::*;

use super::*;
use crate::time::Timestamp;

fn usage(provider: &str, model: &str, billing_type: BillingType, cost: Option<i64>) -> Usage {
    let of = ModelUse {
        provider: provider.to_owned(),
        biller: provider.to_owned(),
        billing_type,
        model: model.to_owned(),
    };
    let tokens = Tokens { input: 1_000, cached_input: 10_000, output: 100 };
    Usage { of, tokens, cost: cost.map(MicroDollars::new) }
}

#[test]
fn cash_estimate_and_unpriced_are_kept_apart() {
    use {BillingType as B, CostBasis as K, CostStatus as S};
    // By the list: 1,000 of 3 dollars, 10,000 cached of 0.30, 100 of 15.
    const LISTED: i64 = 3_000 + 3_000 + 1_500;
    let sonnet = "claude-sonnet-4-5-20250929";
    let cases = [
        ("anthropic", sonnet, B::MeteredApi, Some(9_000), 9_000, Some(LISTED), S::Reported, K::Reported),
        ("anthropic", sonnet, B::MeteredApi, None, LISTED, Some(LISTED), S::Reported, K::ListPrice),
        ("anthropic", sonnet, B::SubscriptionIncluded, None, 0, Some(LISTED), S::Reported, K::Plan),
        ("anthropic", sonnet, B::SubscriptionIncluded, Some(9_000), 0, Some(LISTED), S::Reported, K::Plan),
        ("acme", "big", B::SubscriptionIncluded, Some(9_000), 0, Some(9_000), S::Reported, K::Plan),
        ("acme", "big", B::SubscriptionIncluded, None, 0, None, S::Reported, K::Plan),
        ("acme", "big", B::MeteredApi, Some(9_000), 9_000, None, S::Reported, K::Reported),
        ("acme", "big", B::Unknown, None, 0, None, S::Unpriced, K::Unpriced),
        ("acme", "big", B::Credits, Some(0), 0, None, S::Reported, K::Reported),
    ];
    for (provider, model, billing, cost, cash, estimate, status, basis) in cases {
        let priced = price(&usage(provider, model, billing, cost));
        let expected = Priced {
            cash: MicroDollars::new(cash),
            estimate: estimate.map(MicroDollars::new),
            status,
            basis,
        };
        assert_eq!(priced, expected, "{provider} {model} {billing} {cost:?}");
    }
    let mut nothing = usage("acme", "big", B::Unknown, None);
    nothing.tokens = Tokens::default();
    assert_eq!(price(&nothing).status, S::Reported);
}

#[test]
fn a_model_is_found_by_its_name_and_not_by_another_that_begins_so() {
    let cases = [
        ("anthropic", "claude-sonnet-4-5", Some("claude-sonnet-4-5")),
        ("Anthropic", "claude-sonnet-4-5-20250929", Some("claude-sonnet-4-5")),
        ("anthropic", "claude-sonnet-4-20250514", Some("claude-sonnet-4-2025")),
        ("anthropic", "claude-sonnet-4", None),
        ("anthropic", "claude-sonnet-4-7", None),
        ("openai", "gpt-5", Some("gpt-5")),
        ("openai", "gpt-5-2025-08-07", Some("gpt-5")),
        ("openai", "gpt-5-mini", Some("gpt-5-mini")),
        ("openai", "gpt-5.2", None),
        ("openai", "gpt-5-pro", None),
        ("openrouter", "gpt-5", None),
        ("google", "gemini-2.5-flash-lite", Some("gemini-2.5-flash-lite")),
    ];
    for (provider, model, expected) in cases {
        assert_eq!(list_price(provider, model).map(|price| price.model), expected, "{provider} {model}");
    }
}

#[test]
fn every_price_has_a_source_and_a_cache_is_never_dearer() {
    for price in PRICES {
        assert!(SOURCES.iter().any(|(provider, _)| *provider == price.provider), "{price:?}");
        assert!(0 < price.cached_input && price.cached_input < price.input && price.input < price.output);
    }
    for (provider, source) in SOURCES {
        let is_date = source.as_of.len() == 10 && source.as_of.as_bytes()[4] == b'-';
        assert!(is_date && source.address.starts_with("https://"), "{provider}");
    }
}

#[test]
fn what_is_used_is_not_free() {
    let price = list_price("openai", "gpt-5-nano").unwrap();
    assert_eq!(price.of(Tokens { cached_input: 1, ..Tokens::default() }), MicroDollars::new(1));
    assert_eq!(price.of(Tokens::default()), MicroDollars::new(0));
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

#[test]
fn a_stretch_is_made_of_the_coarsest_sums_there_are() {
    let told = |from: Option<&str>, to: Option<&str>| {
        let pieces = Span { from: from.map(at), to: to.map(at) }.pieces();
        let end = |end: Option<Timestamp>| end.map_or_else(|| "…".to_owned(), |end| end.to_string());
        let told = pieces.iter().map(|piece| {
            let grain = piece.grain.map_or("entries", Grain::as_str);
            format!("{grain} {} {}", end(piece.start), end(piece.end))
        });
        told.collect::<Vec<_>>()
    };
    assert_eq!(told(None, None), ["all … …"]);
    assert_eq!(
        told(Some("2026-01-30T22:30:00.000Z"), None),
        [
            "entries 2026-01-30T22:30:00.000Z 2026-01-30T23:00:00.000Z",
            "hour 2026-01-30T23:00:00.000Z 2026-01-31T00:00:00.000Z",
            "day 2026-01-31T00:00:00.000Z 2026-02-01T00:00:00.000Z",
            "month 2026-02-01T00:00:00.000Z …",
        ]
    );
    assert_eq!(told(None, Some("2026-12-31T23:59:59.999Z")), ["month … 2027-01-01T00:00:00.000Z"]);
    let moment = "2020-03-01T00:00:00.000Z";
    assert_eq!(
        told(Some(moment), Some(moment)),
        ["entries 2020-03-01T00:00:00.000Z 2020-03-01T00:00:00.001Z"]
    );
    assert!(told(Some("2026-01-02T00:00:00Z"), Some("2026-01-01T00:00:00Z")).is_empty());
}

#[test]
fn a_series_that_ends_before_it_begins_is_none() {
    let at = Timestamp::from_unix_millis;
    assert_eq!(Series::over(Grain::Day, at(2), at(1)), Err(NoSeries::Backwards));
    assert_eq!(Series::over(Grain::Hour, at(0), at(0)).unwrap().starts, [at(0)]);
    assert_eq!(Series::over(Grain::All, at(5), at(9)).unwrap().starts, [at(0)]);
}

proptest! {
    #[test]
    fn a_series_holds_its_stretch_without_gaps(
        from in 0_i64..4_000_000_000_000,
        length in 0_i64..90_000_000_000,
        grain in proptest::sample::select(vec![Grain::Hour, Grain::Day, Grain::Month]),
    ) {
        let (from, to) = (Timestamp::from_unix_millis(from), Timestamp::from_unix_millis(from + length));
        match Series::over(grain, from, to) {
            Ok(series) => {
                prop_assert!(series.starts[0] <= from && to < series.end());
                prop_assert!(series.starts.windows(2).all(|two| grain.next(two[0]) == two[1]));
                prop_assert!(series.starts.iter().all(|start| grain.start(*start) == *start));
                prop_assert!(series.starts.len() <= LONGEST_SERIES);
            }
            Err(no) => {
                prop_assert_eq!(no, NoSeries::TooLong);
                prop_assert!(grain == Grain::Hour && length > 799 * 3_600_000 || grain == Grain::Day);
            }
        }
    }

    #[test]
    fn pieces_have_no_gap_and_do_not_overlap(from in 0_i64..4_000_000_000_000, length in 0_i64..90_000_000_000) {
        let span = Span {
            from: Some(Timestamp::from_unix_millis(from)),
            to: Some(Timestamp::from_unix_millis(from + length)),
        };
        let pieces = span.pieces();
        let mut next = span.from;
        for piece in &pieces {
            prop_assert_eq!(piece.start, next);
            prop_assert!(piece.start < piece.end);
            if let (Some(grain), Some(start), Some(end)) = (piece.grain, piece.start, piece.end) {
                prop_assert_eq!(grain.start(start), start);
                prop_assert_eq!(grain.start(end), end);
            }
            next = piece.end;
        }
        prop_assert_eq!(next, Some(Timestamp::from_unix_millis(from + length + 1)));
        prop_assert!(pieces.len() <= 7);
    }
}
