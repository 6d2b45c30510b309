-- What the page of a member shows: the goal of the day, the exam that the member prepares for, and how an exam went.

-- Questions a day; null without a goal.
ALTER TABLE user_profiles ADD COLUMN daily_goal integer;
-- Id of the certification that the member prepares for without an exam date. Empty when the member is not sure yet, null until asked.
ALTER TABLE user_profiles ADD COLUMN preparing_for text;

-- 'passed', 'not_yet' or 'not_taken'; null until the member says so.
ALTER TABLE exam_dates ADD COLUMN outcome text;

-- Whether the latest final answer to the question is correct, so that progress is not computed from the whole history.
ALTER TABLE review_cards ADD COLUMN is_correct boolean NOT NULL DEFAULT false;
UPDATE review_cards
SET is_correct = (
  SELECT answer.is_correct
  FROM final_answers AS answer
  WHERE answer.user_id = review_cards.user_id
    AND answer.certification_id = review_cards.certification_id
    AND answer.question_id = review_cards.question_id
  ORDER BY answer.finalized_at DESC, answer.attempt_id DESC
  LIMIT 1
)
WHERE EXISTS (
  SELECT FROM final_answers AS answer
  WHERE answer.user_id = review_cards.user_id
    AND answer.certification_id = review_cards.certification_id
    AND answer.question_id = review_cards.question_id
);
