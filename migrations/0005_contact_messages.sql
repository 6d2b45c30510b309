-- What people write through the contact form. Messages of somebody with an account go with the account; all go a year
-- after they came, see server/contact.ts.

CREATE TABLE contact_messages (
  id uuid PRIMARY KEY,
  -- Who was signed in, if anybody was.
  user_id text REFERENCES users (id) ON DELETE CASCADE,
  -- Where an answer is to go. As it was entered: nobody has checked that it is the writer's own.
  address text NOT NULL,
  text text NOT NULL,
  -- The question whose link led to the form. It may have been deleted since.
  question_id uuid,
  created_at timestamptz NOT NULL,
  handled_at timestamptz
);

CREATE INDEX contact_messages_user_id ON contact_messages (user_id);
CREATE INDEX contact_messages_created_at ON contact_messages (created_at);

-- The list of those nobody has seen to yet is read backwards by its ids.
CREATE INDEX contact_messages_open ON contact_messages (id) WHERE handled_at IS NULL;
