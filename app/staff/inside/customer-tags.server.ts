import { requireTags } from "~/compute/task-tags";
import { db, transaction } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { writeAudit } from "~/platform/write-audit.server";

interface NewTags {
  tenantId: number;
  tenantName: string;
  /** As typed, separated by commas. */
  typed: string;
  actorId: number;
  requestId: string;
  now: Date;
}

/**
 * Replaces the tags by which staff group a customer; they have the form of a task's tags (9.8). The customer reads that
 * they were changed, never the tags.
 * @throws Refusal M223, M224, M225.
 */
export async function setCustomerTags({
  tenantId,
  tenantName,
  typed,
  actorId,
  requestId,
  now,
}: NewTags): Promise<void> {
  const tags = requireTags(typed);
  await transaction(async (tx) => {
    await holdStaffRight(tx, { userId: actorId, now }, "customers.act");
    await tx.query(`select from tenant where id = $1 for no key update`, [tenantId]);
    const changed = await tx.query(
      `with gone as (delete from tenant_tag where tenant_id = $1 and tag <> all($2::text[]) returning tag),
         made as (insert into tenant_tag (tenant_id, tag) select $1, unnest($2::text[]) on conflict do nothing returning tag)
       select tag from gone union all select tag from made`,
      [tenantId, tags],
    );
    if (changed.length === 0) return;
    const audit = { userId: actorId, action: "tenant.tags", target: `tenant:${tenantName}`, tenantId, requestId, now };
    await writeAudit({ ...audit, after: { tags } }, tx);
  });
}

/** The tags of a customer, in order. */
export async function listCustomerTags({ tenantId }: { tenantId: number }): Promise<string[]> {
  const rows = await db.query<{ tag: string }>(`select tag from tenant_tag where tenant_id = $1 order by tag`, [
    tenantId,
  ]);
  return rows.map(({ tag }) => tag);
}
