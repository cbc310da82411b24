-- A waiting task has neither a start nor an end: placing it need not write either into an index.
drop index task_started_at_idx;
create index task_started_at_idx on task (started_at) where started_at is not null;
drop index task_finished_at_idx;
create index task_finished_at_idx on task (finished_at) where finished_at is not null;
-- A queued task's place changes again and again. With room beside it the change stays on its page and touches no index.
alter table task set (fillfactor = 70);
