-- The audit: about whom a row is and why, indexes for its filters, and a chain of hashes over its rows, so that one that
-- was changed, removed or put in shows (decision 0187).
ALTER TABLE "audit_row"
  ADD COLUMN "role" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "tenant_id" INTEGER,
  ADD COLUMN "reason" TEXT NOT NULL DEFAULT '';

-- What staff did for a customer before. Not why: until now reasons were written for the staff alone.
UPDATE audit_row r SET tenant_id = u.tenant_id FROM user_account u
WHERE r.user_id IS NOT NULL AND r.target = 'user:' || u.id AND r.user_id <> u.id;
UPDATE audit_row r SET tenant_id = t.tenant_id FROM task t
WHERE r.user_id IS NOT NULL AND r.action = 'task.stop' AND r.target = 'task:' || t.resv_guid;

DROP INDEX "audit_row_at_idx";
CREATE INDEX "audit_row_at_id_idx" ON "audit_row"("at", "id");
CREATE INDEX "audit_row_user_id_at_id_idx" ON "audit_row"("user_id", "at", "id");
CREATE INDEX "audit_row_user_id_action_at_id_idx" ON "audit_row"("user_id", "action", "at", "id");
CREATE INDEX "audit_row_action_at_id_idx" ON "audit_row"("action", "at", "id");
CREATE INDEX "audit_row_target_at_id_idx" ON "audit_row"("target", "at", "id");
-- The customer's list.
CREATE INDEX "audit_row_tenant_id_at_id_idx" ON "audit_row"("tenant_id", "at", "id");
-- Whoever acted as staff, also those who are none any more: the filter finds them by part of a name.
CREATE INDEX "audit_row_staff_idx" ON "audit_row"("user_id") WHERE "role" <> 'customer';

CREATE TABLE "audit_link" (
    "number" BIGINT NOT NULL,
    "row_id" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "audit_link_pkey" PRIMARY KEY ("number")
);

CREATE UNIQUE INDEX "audit_link_row_id_key" ON "audit_link"("row_id");

CREATE TABLE "audit_head" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "number" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "anchor_number" BIGINT NOT NULL,
    "anchor_hash" TEXT NOT NULL,

    CONSTRAINT "audit_head_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "audit_head_one_row" CHECK ("id" = 1)
);

INSERT INTO audit_head (number, hash, anchor_number, anchor_hash) VALUES (0, repeat('0', 64), 0, repeat('0', 64));

CREATE TABLE "audit_check" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "rows" BIGINT NOT NULL,
    "number" BIGINT NOT NULL,
    "fault" TEXT,

    CONSTRAINT "audit_check_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "audit_check_one_row" CHECK ("id" = 1)
);

-- What a row's hash is made of: the hash before it, its number, and all that it says. The check makes the same by itself
-- (app/platform/verify-audit.server.ts), so that a changed function shows too.
create function audit_hash(previous text, number bigint, r audit_row) returns text language sql stable as $$
  select encode(sha256(convert_to(previous || ' ' || jsonb_build_array(number, r.id, r.user_id, r.role, r.tenant_id,
    r.action, r.target, r.reason, r.before, r.after, r.request_id,
    to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text, 'UTF8')), 'hex')
$$;

-- Deferred to the commit, when everything else of the transaction is done and locked: who holds the head waits for nobody,
-- so writers wait only for another's commit, and a transaction that is rolled back leaves no hole.
create function audit_chain() returns trigger language plpgsql as $$
declare
  head audit_head;
  made text;
begin
  select * into strict head from audit_head for update;
  made := audit_hash(head.hash, head.number + 1, new);
  insert into audit_link (number, row_id, hash) values (head.number + 1, new.id, made);
  update audit_head set number = head.number + 1, hash = made;
  return null;
end $$;

do $$
declare
  head audit_head;
  r audit_row;
begin
  select * into strict head from audit_head for update;
  for r in select * from audit_row order by id loop
    head.hash := audit_hash(head.hash, head.number + 1, r);
    head.number := head.number + 1;
    insert into audit_link (number, row_id, hash) values (head.number, r.id, head.hash);
  end loop;
  update audit_head set number = head.number, hash = head.hash;
end $$;

create constraint trigger audit_row_chain after insert on audit_row deferrable initially deferred
  for each row execute function audit_chain();

-- Append-only; the one who prunes says so, in the transaction that keeps where the rest begins.
create function audit_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('millrace.prunes_audit', true) = 'on' then return null; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create trigger audit_row_append_only before update or delete or truncate on audit_row
  for each statement execute function audit_append_only();
create trigger audit_link_append_only before update or delete or truncate on audit_link
  for each statement execute function audit_append_only();
create trigger audit_head_stays before delete or truncate on audit_head
  for each statement execute function audit_append_only();
