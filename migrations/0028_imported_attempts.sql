-- Attempts that a member imported from a file. See src/server/record and docs/decisions/0053.

-- Set for an attempt that was imported. The statistics of the questions never count it.
ALTER TABLE attempts ADD COLUMN imported_at timestamptz;

CREATE INDEX attempts_imported ON attempts (user_id) WHERE imported_at IS NOT NULL;

-- Questions of imported attempts that this bank does not have, or has with other words. Only the member who imported them sees them.
CREATE TABLE imported_questions (
  id uuid PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- A bank item with sanitized HTML, and its length in characters.
  item jsonb NOT NULL,
  length int4 NOT NULL
);

CREATE INDEX imported_questions_user_id ON imported_questions (user_id);
