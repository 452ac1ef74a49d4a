//! Doing one thing again and again, from several connections at once.

use std::cell::Cell;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::stream::{FuturesUnordered, TryStreamExt};

use crate::client::Client;
use crate::samples::{Samples, median};

/// How much to do. It ends when everything is done or the time is over, whichever comes first.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Load {
    pub(crate) clients: usize,
    pub(crate) count: usize,
    pub(crate) limit: Duration,
}

/// What came of it.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) times: Samples,
    pub(crate) elapsed: Duration,
}

impl Done {
    /// Returns how many were done in a second.
    pub(crate) fn rate(&self) -> f64 {
        self.times.len() as f64 / self.elapsed.as_secs_f64().max(f64::EPSILON)
    }
}

impl Load {
    /// Does `action` with each number from `first` on, each time on one of the connections.
    ///
    /// # Errors
    /// The first failure of an action.
    pub(crate) async fn run<A>(self, address: SocketAddr, first: usize, action: A) -> anyhow::Result<Done>
    where
        A: AsyncFn(&mut Client, usize) -> anyhow::Result<()>,
    {
        let next = Cell::new(0);
        let mut clients = Vec::new();
        for _ in 0..self.clients {
            clients.push(Client::connect(address).await?);
        }
        let start = Instant::now();
        let working: FuturesUnordered<_> = clients
            .into_iter()
            .map(|client| self.work(client, start, || first + next.replace(next.get() + 1), first, &action))
            .collect();
        let times: Vec<Vec<Duration>> = working.try_collect().await?;
        Ok(Done { elapsed: start.elapsed(), times: Samples::new(times.concat()) })
    }

    async fn work<A>(
        self,
        mut client: Client,
        start: Instant,
        take: impl Fn() -> usize,
        first: usize,
        action: &A,
    ) -> anyhow::Result<Vec<Duration>>
    where
        A: AsyncFn(&mut Client, usize) -> anyhow::Result<()>,
    {
        let mut times = Vec::new();
        while start.elapsed() < self.limit {
            let number = take();
            if number >= first + self.count {
                break;
            }
            let began = Instant::now();
            action(&mut client, number).await?;
            times.push(began.elapsed());
        }
        Ok(times)
    }

    /// Warms up with a tenth, then does everything three times; returns the three.
    ///
    /// # Errors
    /// The first failure of an action.
    pub(crate) async fn rounds<A>(self, address: SocketAddr, action: A) -> anyhow::Result<Rounds>
    where
        A: AsyncFn(&mut Client, usize) -> anyhow::Result<()>,
    {
        let warm_up = Self { count: self.count.div_ceil(10), ..self };
        warm_up.run(address, 0, &action).await?;
        let mut rounds = Vec::new();
        for round in 0..3 {
            rounds.push(self.run(address, warm_up.count + round * self.count, &action).await?);
        }
        Ok(Rounds(rounds))
    }
}

/// The same load, several times over.
pub(crate) struct Rounds(Vec<Done>);

impl Rounds {
    /// Returns the rate of the middle round, per second.
    pub(crate) fn rate(&self) -> f64 {
        median(self.0.iter().map(Done::rate).collect())
    }

    /// Says how much was done and how long one took.
    pub(crate) fn told(&self) -> String {
        let times: Vec<&Samples> = self.0.iter().map(|done| &done.times).collect();
        let count: usize = times.iter().map(|times| times.len()).sum();
        let middle = |percent| {
            median(times.iter().map(|times| crate::samples::millis(times.quantile(percent))).collect())
        };
        format!("p50 {:.1} ms, p99 {:.1} ms, {count} in {} rounds", middle(50), middle(99), self.0.len())
    }
}
