-- Item statistics: sums over the answers to each version of a question. See src/server/statistics and docs/decisions/0042.

CREATE TABLE item_tallies (
  question_id uuid NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  version int4 NOT NULL,
  -- 0 for the answers of guests. Members' attempts are counted again and again, each time into another pass.
  pass int4 NOT NULL,
  -- An ItemTally of src/exam/statistics.
  tally jsonb NOT NULL,
  PRIMARY KEY (question_id, version, pass)
);

-- One row: the pass that counts, and how far the next one is.
CREATE TABLE item_recounts (
  id int4 PRIMARY KEY,
  current_pass int4 NOT NULL,
  -- Null between two recounts.
  next_pass int4,
  -- The last attempt in the next pass. Those after it are missing.
  counted_until uuid
);

-- A simulation that was finished, and so counted, before a member adopted it.
ALTER TABLE attempts ADD COLUMN was_counted_for_guest boolean NOT NULL DEFAULT false;

-- Whether the statistics of the current version say that the question should be reviewed.
ALTER TABLE question_statistics ADD COLUMN needs_review boolean NOT NULL DEFAULT false;

CREATE INDEX question_statistics_needing_review ON question_statistics (question_id) WHERE needs_review IS TRUE;
