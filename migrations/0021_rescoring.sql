-- Results after a corrected answer key. See src/server/rescoring and docs/decisions/0044.

-- What was answered, as the bank orders the options, and the version of the question that it was graded with. Null for answers that became
-- final before this migration; the attempt has both.
ALTER TABLE final_answers ADD COLUMN answer jsonb;
ALTER TABLE final_answers ADD COLUMN version int4;

-- The answers to one question by version, in the order in which they are scored again.
CREATE INDEX final_answers_to_question ON final_answers (question_id, version, attempt_id);

-- One row per correction of an answer key whose results are scored again.
CREATE TABLE rescores (
  challenge_id uuid PRIMARY KEY,
  question_id uuid NOT NULL,
  certification_id text NOT NULL,
  -- The corrected version, and the earlier versions that ask the same, as a JSON list.
  to_version int4 NOT NULL,
  from_versions jsonb NOT NULL,
  -- Plain text for everyone.
  public_reason text NOT NULL,
  -- How many attempts there were to score again at the start.
  total int4 NOT NULL,
  started_by text REFERENCES users (id) ON DELETE SET NULL,
  started_at timestamptz NOT NULL,
  finished_at timestamptz
);

CREATE INDEX rescores_question_id ON rescores (question_id);
CREATE INDEX rescores_started_by ON rescores (started_by);

-- An attempt that was scored again, written in the transaction that changed it.
CREATE TABLE rescored_attempts (
  challenge_id uuid NOT NULL REFERENCES rescores (challenge_id) ON DELETE CASCADE,
  attempt_id uuid NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  from_version int4 NOT NULL,
  was_correct boolean NOT NULL,
  is_correct boolean NOT NULL,
  is_simulation boolean NOT NULL,
  -- Correct answers of the attempt before and after, of how many. Null while the attempt was in progress.
  correct_before int4,
  correct_after int4,
  total int4,
  rescored_at timestamptz NOT NULL,
  PRIMARY KEY (challenge_id, attempt_id)
);

CREATE INDEX rescored_attempts_attempt_id ON rescored_attempts (attempt_id);
CREATE INDEX rescored_attempts_user_id ON rescored_attempts (user_id, challenge_id);

-- Members with a changed answer are told once per correction.
CREATE TABLE correction_notices (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  challenge_id uuid NOT NULL REFERENCES rescores (challenge_id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  dismissed_at timestamptz,
  -- When the mail was queued, or when it was decided that the member wants none. Null until then.
  mailed_at timestamptz,
  PRIMARY KEY (user_id, challenge_id)
);

CREATE INDEX correction_notices_challenge_id ON correction_notices (challenge_id);
CREATE INDEX correction_notices_to_mail ON correction_notices (challenge_id, user_id) WHERE mailed_at IS NULL;
