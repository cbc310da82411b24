-- Samples of rejected events could hold the beginning of a text in a field of another kind. New ones cannot; those that are
-- kept are forgotten, with what they were rejected for still counted.
update usage_rejection set samples = '[]' where samples <> '[]';
