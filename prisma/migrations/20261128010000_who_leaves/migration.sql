-- An SSH key belongs to a person (decision 0330). Who stored those that are there nobody wrote down: they are the owner's.
ALTER TABLE "ssh_key" ADD COLUMN "user_id" INTEGER;
update ssh_key k set user_id = m.user_id from member m where m.tenant_id = k.tenant_id and m.role = 'owner';
delete from ssh_key where user_id is null;
ALTER TABLE "ssh_key" ALTER COLUMN "user_id" SET NOT NULL;
ALTER TABLE "ssh_key" ADD CONSTRAINT "ssh_key_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
DROP INDEX "ssh_key_tenant_id_fingerprint_key";
CREATE UNIQUE INDEX "ssh_key_tenant_id_user_id_fingerprint_key" ON "ssh_key"("tenant_id", "user_id", "fingerprint");
CREATE INDEX "ssh_key_user_id_idx" ON "ssh_key"("user_id");
drop index ssh_key_one_default;
create unique index ssh_key_one_default on ssh_key (tenant_id, (case when is_default then user_id end));

-- Whose key opens a task. Of one that is not stored any more only its starter is known.
ALTER TABLE "task" ADD COLUMN "ssh_key_user_id" INTEGER;
update task t set ssh_key_user_id = coalesce(
  (select k.user_id from ssh_key k
   where k.tenant_id = t.tenant_id and rtrim(k.type || ' ' || k.body || ' ' || k.comment) = t.ssh_public_key limit 1),
  t.created_by_id)
where t.finished_at is null;

-- Who was shown the signing secret of an endpoint: by the audit, else the owner.
ALTER TABLE "webhook_endpoint" ADD COLUMN "secret_by_id" INTEGER;
update webhook_endpoint e set secret_by_id = coalesce(
  (select a.user_id from audit_row a
   where a.target = 'webhook:' || e.id and a.action in ('webhook.new', 'webhook.rotate') and a.user_id is not null
   order by a.at desc, a.id desc limit 1),
  (select m.user_id from member m where m.tenant_id = e.tenant_id and m.role = 'owner'));

-- A ticket to a port works once.
CREATE TABLE "used_ticket" (
    "hash" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "used_ticket_pkey" PRIMARY KEY ("hash")
);
CREATE INDEX "used_ticket_until_idx" ON "used_ticket"("until");

-- Who made a template, from now on.
ALTER TABLE "template" ADD COLUMN "created_by_id" INTEGER;
