-- What staff gave back of a task's cost. `before_units`: all that was given back or refunded of it until then. So one state of a
-- task is given back from once, and never more than was charged.
CREATE TABLE "give_back" (
  "resv_guid" UUID NOT NULL,
  "before_units" BIGINT NOT NULL,
  "units" BIGINT NOT NULL,
  "charged_units" BIGINT NOT NULL,
  "form_key" UUID NOT NULL,
  "reason" TEXT NOT NULL,
  "note" TEXT NOT NULL DEFAULT '',
  "given_by_id" INTEGER NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "give_back_pkey" PRIMARY KEY ("resv_guid", "before_units")
);
CREATE UNIQUE INDEX "give_back_resv_guid_form_key_key" ON "give_back"("resv_guid", "form_key");
ALTER TABLE "give_back" ADD CONSTRAINT "give_back_resv_guid_fkey" FOREIGN KEY ("resv_guid") REFERENCES "task"("resv_guid") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "give_back" ADD CONSTRAINT "give_back_given_by_id_fkey" FOREIGN KEY ("given_by_id") REFERENCES "user_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "give_back" ADD CONSTRAINT "give_back_within_charge" CHECK ("before_units" >= 0 AND "units" > 0 AND "before_units" + "units" <= "charged_units");

-- The tasks that an incident touched are looked for by cluster and time.
CREATE INDEX task_incidents ON task (cluster_name, state_at) WHERE incidents > 0;
