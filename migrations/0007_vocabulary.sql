-- Renames tables, columns and indexes to the words that the code uses. No row changes.

-- An answer is final once it can no longer change.
ALTER TABLE settled_answers RENAME TO final_answers;
ALTER TABLE final_answers RENAME COLUMN settled_at TO finalized_at;
ALTER INDEX settled_answers_of_question RENAME TO final_answers_of_question;
ALTER INDEX settled_answers_in_time RENAME TO final_answers_by_time;

ALTER TABLE attempts RENAME COLUMN run_set TO question_set;
ALTER INDEX attempts_under_way RENAME TO attempts_in_progress;
ALTER INDEX attempts_of_nobody RENAME TO attempts_of_guests;

ALTER TABLE user_profiles RENAME COLUMN summarised_on TO summarized_on;

ALTER TABLE limit_counts RENAME TO rate_limit_counts;
ALTER INDEX limit_counts_window_ends_at RENAME TO rate_limit_counts_window_ends_at;

-- Counters that tell every process of the server when its cached content is outdated.
ALTER TABLE publications RENAME TO content_versions;
