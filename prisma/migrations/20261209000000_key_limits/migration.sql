-- A named key with those that replaced it: its spending limits, and what its tasks and volumes were charged by UTC day.
CREATE TABLE "key_line" (
    "id" SERIAL NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "day_cents" INTEGER,
    "total_cents" INTEGER,

    CONSTRAINT "key_line_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "key_spend" (
    "key_line_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "units" BIGINT NOT NULL,

    CONSTRAINT "key_spend_pkey" PRIMARY KEY ("key_line_id","day")
);
CREATE INDEX "key_line_tenant_id_idx" ON "key_line"("tenant_id");
ALTER TABLE "key_line" ADD CONSTRAINT "key_line_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "key_spend" ADD CONSTRAINT "key_spend_key_line_id_fkey" FOREIGN KEY ("key_line_id") REFERENCES "key_line"("id") ON DELETE CASCADE ON UPDATE CASCADE;
alter table key_line
  add constraint key_day_limit_positive check (day_cents > 0),
  add constraint key_total_limit_positive check (total_cents > 0);

ALTER TABLE "api_key" ADD COLUMN "line_id" INTEGER;
ALTER TABLE "task" ADD COLUMN "key_line_id" INTEGER;
ALTER TABLE "volume" ADD COLUMN "key_line_id" INTEGER;

-- Each key that is there begins a line of its own: nothing knows which of them replaced another.
insert into key_line (id, tenant_id) select id, tenant_id from api_key where scope = 'named';
select setval('key_line_id_seq', max(id)) from key_line having max(id) is not null;
update api_key set line_id = id where scope = 'named';

CREATE INDEX "api_key_line_id_idx" ON "api_key"("line_id");
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_line_id_fkey" FOREIGN KEY ("line_id") REFERENCES "key_line"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
alter table api_key add constraint api_key_named_has_line check ((scope = 'named') = (line_id is not null));
