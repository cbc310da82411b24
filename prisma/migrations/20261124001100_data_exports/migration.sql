-- A copy of everything that is stored about a user, as they asked for it: made by a job, kept for a week (decision 0227). Its bytes
-- stand in pieces, so that neither who writes nor who reads it holds all of them.
CREATE TABLE "data_export" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "ready_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "bytes" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "data_export_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "data_export_user_id_asked_at_idx" ON "data_export"("user_id", "asked_at");
CREATE INDEX "data_export_expires_at_idx" ON "data_export"("expires_at");
ALTER TABLE "data_export" ADD CONSTRAINT "data_export_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "data_export_part" (
    "export_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "data_export_part_pkey" PRIMARY KEY ("export_id","number")
);
ALTER TABLE "data_export_part" ADD CONSTRAINT "data_export_part_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "data_export"("id") ON DELETE CASCADE ON UPDATE CASCADE;

alter table data_export
  add constraint data_export_state_known check (state in ('waiting', 'ready', 'failed')),
  add constraint data_export_ready check ((state = 'ready') = (ready_at is not null));

-- One of a user is prepared at a time; and the job finds those that wait.
create unique index data_export_one_waits on data_export (user_id) where state = 'waiting';
-- Compressed bytes are not compressed again.
alter table data_export_part alter column bytes set storage external;
