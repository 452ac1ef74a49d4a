-- People, how they prove who they are, and what they were given.

CREATE TABLE users (
  id text NOT NULL PRIMARY KEY,
  -- In small letters.
  email text NOT NULL UNIQUE,
  name text NOT NULL,
  image text,
  -- Argon2id, with its parameters and salt.
  password_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- Who looks after the whole instance.
CREATE TABLE instance_roles (
  id uuid NOT NULL PRIMARY KEY,
  user_id text NOT NULL UNIQUE,
  role text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- Where somebody is signed in. Of the token only its hash is kept.
CREATE TABLE user_sessions (
  id uuid NOT NULL PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash text NOT NULL UNIQUE,
  user_agent text,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX user_sessions_by_user ON user_sessions (user_id, created_at);

-- Keys with which people's scripts call.
CREATE TABLE board_keys (
  id uuid NOT NULL PRIMARY KEY,
  user_id text NOT NULL,
  name text NOT NULL,
  key_hash text NOT NULL UNIQUE,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX board_keys_by_user ON board_keys (user_id, created_at);

-- What the members of companies were given by name.
CREATE TABLE member_grants (
  id uuid NOT NULL PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  principal_type text NOT NULL,
  principal_id text NOT NULL,
  permission_key text NOT NULL,
  scope jsonb,
  granted_by_user_id text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (company_id, principal_type, principal_id, permission_key)
);
CREATE INDEX member_grants_by_principal ON member_grants (principal_type, principal_id);
CREATE INDEX company_members_by_principal ON company_members (principal_type, principal_id);

-- What was tried from somewhere and failed, or may not be done without end, in a stretch of time.
CREATE TABLE credential_attempts (
  bucket text NOT NULL PRIMARY KEY,
  attempts bigint NOT NULL,
  -- From here on the bucket is empty again.
  resets_at timestamptz NOT NULL
);
