-- What members keep of their practice, and simulations of everybody. A run is the fold of its moves; the row of an attempt
-- holds what has been folded so far, so that saving another move does not read the moves before.

-- Its name is needed for runs that are kept. What it counted is over within a day.
DROP TABLE attempts;

CREATE TABLE limit_counts (
  key text PRIMARY KEY,
  count integer NOT NULL,
  window_ends_at timestamptz NOT NULL
);

CREATE INDEX limit_counts_window_ends_at ON limit_counts (window_ends_at);

CREATE TABLE attempts (
  id uuid PRIMARY KEY,
  -- Empty for the simulation of somebody without an account, who shows the secret instead.
  user_id text REFERENCES users (id) ON DELETE CASCADE,
  secret_hash text,
  certification_id text NOT NULL,
  -- Which questions it asks, as `RunSet` of exam/run.ts spells it.
  run_set text NOT NULL,
  -- What was asked, in order: [{ "id", "version" }]. The version is null where the bank knew no such question.
  questions jsonb NOT NULL,
  -- The run without its questions.
  state jsonb NOT NULL,
  -- The number that the next move will get.
  next integer NOT NULL,
  started_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- Of a finished run: what was right, and how many questions there were.
  correct integer,
  total integer,
  -- Of a simulation: { "seed", "minutes", "extraTime" }.
  simulation jsonb,
  deadline_at timestamptz
);

CREATE INDEX attempts_of_set ON attempts (user_id, certification_id, run_set, started_at);
CREATE INDEX attempts_by_change ON attempts (user_id, changed_at);
CREATE INDEX attempts_by_start ON attempts (user_id, started_at);
-- Those whose time runs, and those of nobody, which are not kept for ever.
CREATE INDEX attempts_under_way ON attempts (deadline_at) WHERE finished_at IS NULL AND deadline_at IS NOT NULL;
CREATE INDEX attempts_of_nobody ON attempts (changed_at) WHERE user_id IS NULL;

-- `key` is made where the move was made, so that one that is sent twice is known.
CREATE TABLE attempt_moves (
  attempt_id uuid NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  number integer NOT NULL,
  key text NOT NULL,
  move jsonb NOT NULL,
  -- The owner of the attempt, and when the move was made by the clock of the server.
  user_id text,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (attempt_id, number),
  UNIQUE (attempt_id, key)
);

-- Time spent practising is counted from the gaps between moves.
CREATE INDEX attempt_moves_in_time ON attempt_moves (user_id, made_at);

-- Answers that can no longer change, because their key was revealed or their run finished. Blank ones are not there.
CREATE TABLE settled_answers (
  attempt_id uuid NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  question_id uuid NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  certification_id text NOT NULL,
  skill_area text NOT NULL,
  is_correct boolean NOT NULL,
  settled_at timestamptz NOT NULL,
  PRIMARY KEY (attempt_id, question_id)
);

CREATE INDEX settled_answers_of_question ON settled_answers (user_id, certification_id, question_id, settled_at);
CREATE INDEX settled_answers_in_time ON settled_answers (user_id, settled_at);

-- When to ask a member a question again. `card` belongs to the scheduler.
CREATE TABLE review_cards (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  question_id uuid NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  certification_id text NOT NULL,
  due_at timestamptz NOT NULL,
  card jsonb NOT NULL,
  PRIMARY KEY (user_id, question_id)
);

CREATE INDEX review_cards_due ON review_cards (user_id, certification_id, due_at);

-- The day somebody sits an exam.
CREATE TABLE exam_dates (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  certification_id text NOT NULL,
  exam_on date NOT NULL,
  PRIMARY KEY (user_id, certification_id)
);

-- Results that their owner shows to whoever has the address. Taking one back deletes the row.
CREATE TABLE shared_results (
  token text PRIMARY KEY,
  attempt_id uuid NOT NULL UNIQUE REFERENCES attempts (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL,
  -- The result as it is shown, so that whoever looks at it reads no question: [{ "skillArea", "correct", "total" }].
  areas jsonb NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE INDEX shared_results_user_id ON shared_results (user_id);

-- Days of the week for a reminder, 1 for Monday to 7, and the hour, both where the member is.
ALTER TABLE user_profiles ADD COLUMN reminder_days jsonb NOT NULL DEFAULT '[1, 2, 3, 4, 5]';
ALTER TABLE user_profiles ADD COLUMN reminder_hour integer NOT NULL DEFAULT 18;
ALTER TABLE user_profiles ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC';
-- Until the member has chosen, it is the time zone of the browser seen last.
ALTER TABLE user_profiles ADD COLUMN time_zone_chosen boolean NOT NULL DEFAULT false;
-- When reminders were last switched on, or moved to other days or hours.
ALTER TABLE user_profiles ADD COLUMN reminders_set_at timestamptz;
-- The last day, where the member is, for which each was sent.
ALTER TABLE user_profiles ADD COLUMN reminded_on date;
ALTER TABLE user_profiles ADD COLUMN summarised_on date;
ALTER TABLE user_profiles ADD COLUMN daily_questions integer NOT NULL DEFAULT 20;
-- Factor on the time of a simulation, for those who are granted more.
ALTER TABLE user_profiles ADD COLUMN extra_time numeric NOT NULL DEFAULT 1;

-- The status of each certification as members were last told, so that a retirement is news once.
CREATE TABLE announced_statuses (
  certification_id text PRIMARY KEY,
  status text NOT NULL
);

-- Who was told of a retirement.
CREATE TABLE announced_retirements (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  certification_id text NOT NULL,
  PRIMARY KEY (user_id, certification_id)
);
