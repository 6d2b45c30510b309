-- The day on which a certification of a member ends, and the reminders before it. See src/server/exam-dates/renewal-dates.ts.

CREATE TABLE renewal_dates (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  certification_id text NOT NULL,
  ends_on date NOT NULL,
  -- Whether reminders are sent.
  reminds boolean NOT NULL,
  -- The last reminder that was sent or is out of date: 180, 90 or 30 days before the end. Null before the first one.
  reminded_days int4,
  PRIMARY KEY (user_id, certification_id)
);

CREATE INDEX renewal_dates_ends_on ON renewal_dates (ends_on);
