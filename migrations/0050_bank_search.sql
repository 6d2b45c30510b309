-- Finds questions by characters that the index of trigrams leaves out, such as % and &. See src/server/bank/question-filter.ts.
CREATE INDEX question_entries_symbols ON question_entries
  USING gin (string_to_array(regexp_replace(search_text, '[a-z0-9 ]+', '', 'g'), NULL));

-- Counts questions. Many entries have the same values, which PostgreSQL stores once, so this index is small.
CREATE INDEX question_entries_counts ON question_entries (exam_id, state, question_type, skill_area);
