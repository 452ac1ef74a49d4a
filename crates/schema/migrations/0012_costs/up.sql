-- What work costs: the ledger, and the sums that are kept beside it in the same transactions.
-- One text for SQLite and PostgreSQL. Money is in whole micro-dollars.

-- The ledger. What an entry names may be gone: money that was spent stays spent.
CREATE TABLE cost_events (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  agent_id uuid NOT NULL,
  issue_id uuid,
  project_id uuid,
  goal_id uuid,
  run_id uuid,
  billing_code text,
  provider text NOT NULL,
  biller text NOT NULL,
  billing_type text NOT NULL,
  model text NOT NULL,
  cost_status text NOT NULL,
  cost_basis text NOT NULL,
  input_tokens bigint NOT NULL,
  cached_input_tokens bigint NOT NULL,
  output_tokens bigint NOT NULL,
  -- What is owed; nothing of what has no price.
  cash_micros bigint NOT NULL,
  -- What it would be by the list.
  estimate_micros bigint,
  -- 1 in the first entry of its run: of the run and a way of billing, with a biller besides, and
  -- with provider and model besides. Sums of these count runs.
  new_runs bigint NOT NULL,
  new_runs_of_biller bigint NOT NULL,
  new_runs_of_model bigint NOT NULL,
  -- What the server itself booked of a run, by its place in the run; nothing of what was reported.
  booked_as text,
  occurred_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX cost_events_by_time ON cost_events (company_id, occurred_at);
CREATE INDEX cost_events_by_run ON cost_events (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX cost_events_by_issue ON cost_events (issue_id, occurred_at) WHERE issue_id IS NOT NULL;
CREATE UNIQUE INDEX cost_events_booked_once ON cost_events (run_id, booked_as) WHERE booked_as IS NOT NULL;

-- Sums of the ledger over all time, months, days and hours, for every report. A project that is
-- none is the id of zeros.
CREATE TABLE cost_sums (
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  grain text NOT NULL,
  starts_at timestamptz NOT NULL,
  agent_id uuid NOT NULL,
  project_id uuid NOT NULL,
  provider text NOT NULL,
  biller text NOT NULL,
  billing_type text NOT NULL,
  model text NOT NULL,
  input_tokens bigint NOT NULL,
  cached_input_tokens bigint NOT NULL,
  output_tokens bigint NOT NULL,
  cash_micros bigint NOT NULL,
  estimate_micros bigint NOT NULL,
  events bigint NOT NULL,
  unpriced_events bigint NOT NULL,
  new_runs bigint NOT NULL,
  new_runs_of_biller bigint NOT NULL,
  new_runs_of_model bigint NOT NULL,
  PRIMARY KEY (company_id, grain, starts_at, agent_id, project_id, provider, biller, billing_type, model)
);

-- What a company, an agent or a project has spent in a stretch of time: what limits are held
-- against, one row each.
CREATE TABLE spent_sums (
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  scope_type text NOT NULL,
  scope_id uuid NOT NULL,
  stretch text NOT NULL,
  starts_at timestamptz NOT NULL,
  cash_micros bigint NOT NULL,
  estimate_micros bigint NOT NULL,
  unpriced_events bigint NOT NULL,
  PRIMARY KEY (scope_type, scope_id, stretch, starts_at)
);
CREATE INDEX spent_sums_by_company ON spent_sums (company_id, scope_type, stretch, starts_at);

-- What each issue cost by itself.
CREATE TABLE issue_costs (
  issue_id uuid NOT NULL PRIMARY KEY REFERENCES issues (id) ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  input_tokens bigint NOT NULL,
  cached_input_tokens bigint NOT NULL,
  output_tokens bigint NOT NULL,
  cash_micros bigint NOT NULL,
  estimate_micros bigint NOT NULL,
  events bigint NOT NULL,
  unpriced_events bigint NOT NULL
);
CREATE INDEX issue_costs_by_company ON issue_costs (company_id);

-- Money that is no cost of a model, as it was booked.
CREATE TABLE finance_events (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  agent_id uuid,
  issue_id uuid,
  project_id uuid,
  goal_id uuid,
  run_id uuid,
  cost_event_id uuid,
  billing_code text,
  description text,
  event_kind text NOT NULL,
  direction text NOT NULL,
  biller text NOT NULL,
  provider text,
  execution_adapter_type text,
  pricing_tier text,
  region text,
  model text,
  quantity bigint,
  unit text,
  amount_micros bigint NOT NULL,
  currency text NOT NULL,
  estimated boolean NOT NULL,
  external_invoice_id text,
  metadata jsonb,
  occurred_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX finance_events_by_time ON finance_events (company_id, occurred_at DESC, id);
