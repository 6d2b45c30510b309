-- Accounts. The first eight tables belong to better-auth: server/accounts/auth.ts maps its names to these, and a test
-- asks it whether anything is missing. Ids are UUID v7 as text, made in the application.

CREATE TABLE users (
  id text PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  email_verified boolean NOT NULL,
  image text,
  created_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  two_factor_enabled boolean,
  disabled_at timestamptz
);

-- ip_address holds a network, never an address.
CREATE TABLE sessions (
  id text PRIMARY KEY,
  expires_at timestamptz NOT NULL,
  token text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE
);

CREATE INDEX sessions_user_id ON sessions (user_id);

CREATE TABLE identities (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz NOT NULL,
  UNIQUE (provider_id, account_id)
);

CREATE INDEX identities_user_id ON identities (user_id);

CREATE TABLE verifications (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE INDEX verifications_identifier ON verifications (identifier);
CREATE INDEX verifications_expires_at ON verifications (expires_at);

CREATE TABLE second_factors (
  id text PRIMARY KEY,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  user_id text NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  verified boolean,
  failed_verification_count integer,
  locked_until timestamptz
);

CREATE INDEX second_factors_secret ON second_factors (secret);

CREATE TABLE passkeys (
  id text PRIMARY KEY,
  name text,
  public_key text NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  counter integer NOT NULL,
  device_type text NOT NULL,
  backed_up boolean NOT NULL,
  transports text,
  created_at timestamptz,
  aaguid text
);

CREATE INDEX passkeys_user_id ON passkeys (user_id);

CREATE TABLE signing_keys (
  id text PRIMARY KEY,
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  alg text,
  crv text
);

CREATE TABLE rate_limits (
  id text PRIMARY KEY,
  key text NOT NULL UNIQUE,
  count integer NOT NULL,
  last_request bigint NOT NULL
);

-- Ours.

CREATE TABLE user_profiles (
  id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  is_admin boolean NOT NULL DEFAULT false,
  email_notifications boolean NOT NULL DEFAULT false,
  study_reminders boolean NOT NULL DEFAULT false
);

CREATE TABLE known_devices (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash text NOT NULL,
  seen_at timestamptz NOT NULL,
  UNIQUE (user_id, token_hash)
);

CREATE TABLE attempts (
  key text PRIMARY KEY,
  count integer NOT NULL,
  window_ends_at timestamptz NOT NULL
);

CREATE INDEX attempts_window_ends_at ON attempts (window_ends_at);

-- Who did what to whom, by id alone: a person who is deleted leaves no name here.
CREATE TABLE audit_log (
  id text PRIMARY KEY,
  at timestamptz NOT NULL,
  actor_id text,
  action text NOT NULL,
  subject_id text NOT NULL
);

CREATE INDEX audit_log_subject_id ON audit_log (subject_id, at);
