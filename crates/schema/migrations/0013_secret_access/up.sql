-- Who asked for a secret, and what came of it. One text for SQLite and PostgreSQL.

CREATE TABLE secret_access_events (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  secret_id uuid NOT NULL REFERENCES company_secrets (id) ON DELETE CASCADE,
  -- Nothing if it was refused before one was chosen.
  version integer,
  consumer_type text NOT NULL,
  agent_id uuid NOT NULL,
  config_path text,
  issue_id uuid,
  run_id uuid NOT NULL,
  outcome text NOT NULL,
  error_code text,
  created_at timestamptz NOT NULL
);
CREATE INDEX secret_access_events_by_secret ON secret_access_events (secret_id, created_at, id);
CREATE INDEX secret_access_events_by_run ON secret_access_events (run_id);

-- Keys may be chosen now, so names have to be kept apart by themselves.
CREATE UNIQUE INDEX company_secrets_by_name ON company_secrets (company_id, name) WHERE deleted_at IS NULL;
