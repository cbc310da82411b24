-- How much a placement's log holds, so that a task's limit needs no sum over all its lines.
alter table "placement" add column "log_bytes" integer not null default 0;
