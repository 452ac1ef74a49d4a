-- Environments, what companies hold of them, and the secrets that their settings name.
-- One text for SQLite and PostgreSQL.

-- What the whole installation is set to. One row, made when it is first asked for.
CREATE TABLE instance_settings (
  singleton_key text NOT NULL PRIMARY KEY,
  default_environment_id uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- A secret of a company. Its values are in the versions, sealed.
CREATE TABLE company_secrets (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  key text NOT NULL,
  name text NOT NULL,
  description text,
  provider text NOT NULL,
  status text NOT NULL,
  latest_version integer NOT NULL,
  last_resolved_at timestamptz,
  last_rotated_at timestamptz,
  deleted_at timestamptz,
  created_by_agent_id uuid,
  created_by_user_id text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX company_secrets_by_key ON company_secrets (company_id, key) WHERE deleted_at IS NULL;

CREATE TABLE company_secret_versions (
  id uuid NOT NULL PRIMARY KEY,
  secret_id uuid NOT NULL REFERENCES company_secrets (id) ON DELETE CASCADE,
  version integer NOT NULL,
  -- The sealed value, in base64: the nonce, then the ciphertext with its tag.
  sealed text NOT NULL,
  -- Tells which key sealed it.
  key_fingerprint text NOT NULL,
  status text NOT NULL,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz,
  UNIQUE (secret_id, version)
);

-- Who may have a secret's value, and at which place of its settings.
CREATE TABLE company_secret_bindings (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  secret_id uuid NOT NULL REFERENCES company_secrets (id) ON DELETE CASCADE,
  target_type text NOT NULL,
  target_id uuid NOT NULL,
  config_path text NOT NULL,
  version_selector text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (target_type, target_id, config_path)
);
CREATE INDEX company_secret_bindings_by_secret ON company_secret_bindings (secret_id);

-- Places where runs execute. They are the installation's, not a company's.
CREATE TABLE environments (
  id uuid NOT NULL PRIMARY KEY,
  name text NOT NULL UNIQUE,
  description text,
  driver text NOT NULL,
  status text NOT NULL,
  config jsonb NOT NULL,
  env_vars jsonb NOT NULL,
  metadata jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX environments_one_local ON environments (driver) WHERE driver = 'local';

-- What a company holds of a place. `ending_disposition` and `ending_event` are written before the
-- provider is asked to end the lease, and removed with the status that it confirmed; a lease that
-- has them is being ended, or waits for somebody to ask again.
CREATE TABLE environment_leases (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  environment_id uuid REFERENCES environments (id) ON DELETE SET NULL,
  execution_workspace_id uuid,
  agent_id uuid REFERENCES agents (id) ON DELETE SET NULL,
  issue_id uuid REFERENCES issues (id) ON DELETE SET NULL,
  run_id uuid REFERENCES runs (id) ON DELETE SET NULL,
  purpose text NOT NULL,
  status text NOT NULL,
  policy text NOT NULL,
  provider text,
  provider_lease_id text,
  -- SHA-256 over the settings that make the place what it is.
  fingerprint text NOT NULL,
  -- The settings it was made with, secrets by reference: a later change of the environment must
  -- not keep us from reaching what was made before it.
  config jsonb NOT NULL,
  -- What the provider said of the place; no secret.
  observed jsonb,
  -- Whether it may hold work that did not come back.
  is_work_only_there boolean NOT NULL,
  ending_disposition text,
  ending_event text,
  cleanup_status text,
  cleanup_attempts integer NOT NULL,
  next_cleanup_at timestamptz,
  failure_reason text,
  metadata jsonb,
  version bigint NOT NULL,
  acquired_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz,
  released_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX environment_leases_by_environment ON environment_leases (environment_id, status, last_used_at);
CREATE INDEX environment_leases_by_company ON environment_leases (company_id, last_used_at);
CREATE INDEX environment_leases_by_run ON environment_leases (run_id);
CREATE INDEX environment_leases_by_issue ON environment_leases (issue_id);
CREATE INDEX environment_leases_by_provider_lease ON environment_leases (provider_lease_id);
CREATE INDEX environment_leases_to_clean ON environment_leases (next_cleanup_at) WHERE next_cleanup_at IS NOT NULL;

-- Journal of creates: written before a provider is asked for a sandbox, removed with the lease
-- that came of it, or once it is certain that nothing is left of it.
CREATE TABLE sandbox_creates (
  -- The attempt, by which the provider's sandbox can be recognised.
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  environment_id uuid NOT NULL,
  run_id uuid,
  node_id uuid NOT NULL,
  provider text NOT NULL,
  config jsonb NOT NULL,
  -- Known as soon as the provider named it; only then does "not found" prove that it is gone.
  provider_lease_id text,
  failure_reason text,
  attempts integer NOT NULL,
  next_attempt_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX sandbox_creates_due ON sandbox_creates (next_attempt_at);
