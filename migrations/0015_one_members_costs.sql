-- What one member costs no longer depends on how many there are. Indexes for regular jobs, which read whole tables, and the moves of old
-- attempts in one row each. Types are explicit, because `integer` has another size in CockroachDB.

CREATE INDEX user_profiles_reminders ON user_profiles (time_zone, reminder_hour, id) WHERE study_reminders;
CREATE INDEX user_profiles_notifications ON user_profiles (time_zone, id) WHERE email_notifications;
CREATE INDEX user_profiles_administrators ON user_profiles (id) WHERE is_admin;
CREATE INDEX question_reports_closed ON question_reports (id) WHERE closed_at IS NOT NULL;
CREATE INDEX sessions_expires_at ON sessions (expires_at);
CREATE INDEX rate_limits_last_request ON rate_limits (last_request);
CREATE INDEX known_devices_seen_at ON known_devices (seen_at);

-- Addresses that start with a text, in the order of their bytes.
CREATE INDEX users_email_start ON users (email COLLATE "C");

-- The moves of an attempt that finished long ago, which left `attempt_moves`. See src/server/practice/archive.ts and docs/decisions/0032.
CREATE TABLE archived_journals (
  attempt_id uuid PRIMARY KEY REFERENCES attempts (id) ON DELETE CASCADE,
  user_id text NOT NULL,
  -- What these moves added to the member's study time, in milliseconds.
  active_ms int8 NOT NULL,
  -- The journal entries from number 0 as JSON, compressed with raw deflate.
  entries bytea NOT NULL
);

CREATE INDEX archived_journals_user_id ON archived_journals (user_id, active_ms);

-- How many of the attempt's moves are archived: those with the numbers below it.
ALTER TABLE attempts ADD COLUMN archived_moves int4 NOT NULL DEFAULT 0;

CREATE INDEX attempts_to_archive ON attempts (changed_at) WHERE finished_at IS NOT NULL AND archived_moves < next;
