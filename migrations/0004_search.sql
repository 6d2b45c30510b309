-- The index of the search for parts of words; PostgreSQL brings the extension along.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE INDEX question_entries_search ON question_entries USING gin (search_text gin_trgm_ops);

-- An import leaves these texts empty; whoever fills them in finds them here. Mostly there are none.
CREATE INDEX question_entries_unfilled ON question_entries (question_id) WHERE search_text = '';
