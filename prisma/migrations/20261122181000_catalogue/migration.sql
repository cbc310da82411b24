-- The catalogue is changed by admins: each row has a version, so that of two who change one the second is told, and a time
-- since which it is hidden; nothing is deleted, because tasks and history name it.
ALTER TABLE "cluster" ADD COLUMN "hidden_at" TIMESTAMPTZ(3), ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "price" ADD COLUMN "hidden_at" TIMESTAMPTZ(3), ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "image" ADD COLUMN "hidden_at" TIMESTAMPTZ(3), ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

-- Prices as they were, are and are planned to be.
CREATE TABLE "price_change" (
    "id" SERIAL NOT NULL,
    "gpu_type" TEXT NOT NULL,
    "before_cents" INTEGER,
    "pph_cents" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "applies_at" TIMESTAMPTZ(3) NOT NULL,
    "user_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "price_change_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "price_change_state_check" CHECK ("state" IN ('planned', 'done', 'withdrawn')),
    CONSTRAINT "price_change_pph_cents_check" CHECK ("pph_cents" BETWEEN 1 AND 1000000)
);

CREATE INDEX "price_change_gpu_type_applies_at_idx" ON "price_change"("gpu_type", "applies_at");
-- One plan for a moment; and what is due is found without reading what was.
create unique index price_change_planned on price_change
  ((case when state = 'planned' then gpu_type end), (case when state = 'planned' then applies_at end));

ALTER TABLE "price_change" ADD CONSTRAINT "price_change_gpu_type_fkey" FOREIGN KEY ("gpu_type")
    REFERENCES "price"("gpu_type") ON DELETE RESTRICT ON UPDATE CASCADE;

insert into price_change (gpu_type, pph_cents, state, applies_at, created_at)
select gpu_type, pph_cents, 'done', updated_at, updated_at from price;

-- An installation that is older than its facts gets those that a new one gets (A1).
update price set name = 'NVIDIA A100', memory = '80 GB', cores = '6912', single_precision = '19.5 TFLOPS'
 where gpu_type = 'a100' and name = '';
update price set name = 'NVIDIA H100', memory = '80 GB', cores = '16896', single_precision = '66.9 TFLOPS'
 where gpu_type = 'h100' and name = '';

-- At most one default image is an index of the first migration; that there is one, and that it can be rented, is held here,
-- at the commit, so that a change may take the mark from one image and give it to another.
create function check_default_image() returns trigger language plpgsql as $$
begin
  if exists (select from image)
    and not exists (select from image where is_default and hidden_at is null and not os_deprecated) then
    raise exception 'there must be one default image that is neither hidden nor deprecated'
      using errcode = 'check_violation', constraint = 'image_has_default';
  end if;
  return null;
end $$;

create constraint trigger image_has_default after insert or update or delete on image
  deferrable initially deferred for each row execute function check_default_image();
