-- Each placing asks which GPUs are free and until when the others are held: only few tasks declare an end.
create index task_declared_end_idx on task (resv_guid) where max_seconds > 0;
-- A task with volumes needs a node that runs containers. Those from before `needs_container` say so too.
update task set needs_container = true
  where finished_at is null and not needs_container and exists (select from task_volume link where link.resv_guid = task.resv_guid);
