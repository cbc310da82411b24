-- A late report of the boot before must not be taken for a new boot.
alter table "node" add column "previous_boot_id" text not null default '';
