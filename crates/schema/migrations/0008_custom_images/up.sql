-- Sandboxes that people set up, and the templates that are captured of them.
-- One text for SQLite and PostgreSQL.

-- A template at a provider. A row is written before the provider is asked to capture it, and stays
-- until nothing is left of it there that is not wanted: also when its environment is gone.
CREATE TABLE custom_image_templates (
  id uuid NOT NULL PRIMARY KEY,
  environment_id uuid REFERENCES environments (id) ON DELETE SET NULL,
  provider text NOT NULL,
  kind text NOT NULL,
  reference text NOT NULL,
  -- The template that its sandbox started from, if from one.
  source_reference text,
  -- SHA-256 over the settings that concern it.
  fingerprint text NOT NULL,
  -- The settings that it fits, secrets by reference: by them it is also reached at the provider.
  config jsonb NOT NULL,
  status text NOT NULL,
  created_by_user_id text,
  captured_at timestamptz,
  last_used_at timestamptz,
  superseded_by_id uuid,
  -- When the provider is to be asked to remove it.
  removal_due_at timestamptz,
  removal_attempts integer NOT NULL,
  metadata jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX custom_image_templates_one_active ON custom_image_templates (environment_id)
  WHERE status = 'active';
CREATE INDEX custom_image_templates_by_environment ON custom_image_templates (environment_id, created_at);
CREATE INDEX custom_image_templates_to_remove ON custom_image_templates (removal_due_at)
  WHERE removal_due_at IS NOT NULL;

-- A person's work on a sandbox. Its sandbox is the place of a lease like any other.
CREATE TABLE custom_image_sessions (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  environment_id uuid NOT NULL REFERENCES environments (id) ON DELETE CASCADE,
  -- The template that it started from, and the one that came of it.
  template_id uuid,
  promoted_template_id uuid,
  provider text NOT NULL,
  lease_id uuid REFERENCES environment_leases (id) ON DELETE SET NULL,
  provider_lease_id text,
  status text NOT NULL,
  started_by_user_id text,
  base_reference text,
  -- The environment's settings when it began, secrets by reference.
  config jsonb NOT NULL,
  -- How often its sandbox was to be captured: each try has a name of its own.
  captures integer NOT NULL,
  -- What may be shown of the way in, and how long it is open. The way itself is stored nowhere.
  connection_summary jsonb,
  connection_expires_at timestamptz,
  failure_reason text,
  metadata jsonb,
  -- When somebody has to look at it; absent once it is over.
  due_at timestamptz,
  expires_at timestamptz NOT NULL,
  finished_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX custom_image_sessions_one_open ON custom_image_sessions (environment_id)
  WHERE status IN ('starting', 'waiting_for_user', 'capturing');
CREATE INDEX custom_image_sessions_by_environment ON custom_image_sessions (environment_id, created_at);
CREATE INDEX custom_image_sessions_by_company ON custom_image_sessions (company_id);
CREATE INDEX custom_image_sessions_due ON custom_image_sessions (due_at) WHERE due_at IS NOT NULL;
