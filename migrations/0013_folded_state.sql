-- Saving an answer adds its move and leaves `attempts.state` as it is, so that the cost of saving does not grow with the attempt.

-- How many of the attempt's moves `state` contains, and how many it does not contain yet. Null when `state` contains all of them.
ALTER TABLE attempts ADD COLUMN folded_moves int4;
ALTER TABLE attempts ADD COLUMN unfolded_moves int4;
-- A process of an earlier release would grade without the moves that `state` lacks. This makes its transaction fail instead, and the
-- browser sends again.
ALTER TABLE attempts ADD CONSTRAINT attempts_all_moves CHECK (next = folded_moves + unfolded_moves);
