import { db, type Tx, violates } from "~/platform/db.server";
import { discountOf } from "~/compute/inside/pricing/discount-sql";
import { M } from "~/compute/messages";
import { notify } from "~/platform/notify.server";
import { Refusal } from "~/platform/refusal";
import { utcDateTime } from "~/platform/utc-text";
import { writeAudit } from "~/platform/write-audit.server";

/** A discount of a customer, in the order of its start. */
export interface Discount {
  id: number;
  /** Empty: all types without a discount of their own. */
  gpuType: string;
  /** 0: from then on there is none. */
  percent: number;
  /** Epoch seconds. */
  from: number;
  /** The admin's email or name; null once they are gone. */
  by: string | null;
  state: "planned" | "present" | "past";
}

/** The most GPUs that a customer's unfinished tasks may have together. */
export interface GpuQuota {
  /** Empty: of all types. */
  gpuType: string;
  gpus: number;
  /** GPUs of the unfinished tasks now. */
  used: number;
}

export interface TenantTerms {
  discounts: Discount[];
  quotas: GpuQuota[];
  /** GPU types that an admin may name. */
  gpuTypes: string[];
}

/** Reads a customer's own prices and quotas (B21, S17). */
export async function readTenantTerms({ tenantId, now }: { tenantId: number; now: Date }): Promise<TenantTerms> {
  const [discounts, quotas, types] = await Promise.all([
    db.query<Discount>(
      `select d.id, d.gpu_type as "gpuType", d.percent, extract(epoch from d.from_at)::float8 as "from",
         coalesce(u.email, u.name) as by, case when d.from_at > $2 then 'planned'
           when d.from_at = max(d.from_at) filter (where d.from_at <= $2) over (partition by d.gpu_type) then 'present'
           else 'past' end as state
       from tenant_discount d left join user_account u on u.id = d.created_by
       where d.tenant_id = $1 order by d.from_at desc, d.gpu_type`,
      [tenantId, now],
    ),
    db.query<GpuQuota>(
      `select q.gpu_type as "gpuType", q.gpus, coalesce(sum(greatest(t.gpus_min, t.gpus_max)), 0)::int as used
       from gpu_quota q left join task t on t.tenant_id = q.tenant_id and t.finished_at is null
         and q.gpu_type in ('', t.gpu_type)
       where q.tenant_id = $1 group by 1, 2 order by 1`,
      [tenantId],
    ),
    db.query<{ gpuType: string }>(`select gpu_type as "gpuType" from price order by 1`),
  ]);
  return { discounts, quotas, gpuTypes: types.map(({ gpuType }) => gpuType) };
}

/** Reads the percent that a tenant pays less now, by GPU type; types without a discount are omitted (B21). */
export async function readDiscounts({
  tenantId,
  now,
}: {
  tenantId: number;
  now: Date;
}): Promise<Record<string, number>> {
  const rows = await db.query<{ gpuType: string; percent: number }>(
    `select gpu_type as "gpuType", percent from (
       select gpu_type, ${discountOf("$1", "price.gpu_type", "$2")} as percent from price) each where percent > 0`,
    [tenantId, now],
  );
  return Object.fromEntries(rows.map(({ gpuType, percent }) => [gpuType, percent]));
}

/** The admin who changes the terms of a customer. */
interface TermsAct {
  actorId: number;
  userId: number;
  tenantId: number;
  requestId: string;
  now: Date;
}

/**
 * Gives a customer a discount from a time on, and tells them. Running tasks keep their price (B14).
 * @throws Refusal M582 for a time in the past, M583 if there is a change at that time.
 */
export async function addDiscount(
  tx: Tx,
  { gpuType, percent, fromAt, ...act }: TermsAct & { gpuType: string; percent: number; fromAt: Date },
): Promise<void> {
  if (fromAt < act.now) throw Refusal.ofField("from", M.discountInPast);
  await refuseUnknownType(tx, gpuType);
  try {
    await tx.query(
      `insert into tenant_discount (tenant_id, gpu_type, percent, from_at, created_by, created_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [act.tenantId, gpuType, percent, fromAt, act.actorId, act.now],
    );
  } catch (error) {
    if (violates(error, "tenant_discount_tenant_id_gpu_type_from_at_key"))
      throw Refusal.ofField("from", M.discountAtThatTime);
    throw error;
  }
  const change = { gpu_type: gpuType || "all", percent, from: fromAt.toISOString() };
  await writeTermsAudit(tx, act, { action: "tenant.discount", after: change });
  await notify(tx, {
    tenantId: act.tenantId,
    retcode: "OK",
    message: discountWords(gpuType, percent, fromAt, act.now),
    url: "/pricing",
    cause: `discount:${act.tenantId}:${gpuType}:${fromAt.toISOString()}`,
    now: act.now,
    mail: {
      subject:
        percent === 0 ? "Your discount ends" : `Your prices ${fromAt > act.now ? "will be" : "are"} ${percent}% lower`,
    },
  });
}

/** Withdraws a discount that has not begun. @throws Refusal 404 if it has, or is unknown. */
export async function withdrawDiscount(tx: Tx, { id, ...act }: TermsAct & { id: number }): Promise<void> {
  const [gone] = await tx.query<{ gpuType: string; percent: number; fromAt: Date }>(
    `delete from tenant_discount where id = $1 and tenant_id = $2 and from_at > $3
     returning gpu_type as "gpuType", percent, from_at as "fromAt"`,
    [id, act.tenantId, act.now],
  );
  if (!gone) throw new Refusal(M.notFound, { status: 404 });
  const before = { gpu_type: gone.gpuType || "all", percent: gone.percent, from: gone.fromAt.toISOString() };
  await writeTermsAudit(tx, act, { action: "tenant.withdraw-discount", before });
  await notify(tx, {
    tenantId: act.tenantId,
    retcode: "OK",
    message: `The change of your prices planned for ${utcDateTime(gone.fromAt)} is withdrawn.`,
    url: "/pricing",
    cause: `discount-withdrawn:${id}`,
    now: act.now,
    mail: { subject: "A planned change of your prices is withdrawn" },
  });
}

/** Sets or removes the quota of a GPU type, or of all. It refuses new tasks; accepted ones go on. */
export async function setQuota(
  tx: Tx,
  { gpuType, gpus, ...act }: TermsAct & { gpuType: string; gpus: number | null },
): Promise<void> {
  await refuseUnknownType(tx, gpuType);
  const [before] = await tx.query<{ gpus: number }>(
    `select gpus from gpu_quota where tenant_id = $1 and gpu_type = $2 for update`,
    [act.tenantId, gpuType],
  );
  if ((before?.gpus ?? null) === gpus) return;
  if (gpus === null)
    await tx.query(`delete from gpu_quota where tenant_id = $1 and gpu_type = $2`, [act.tenantId, gpuType]);
  else
    await tx.query(
      `insert into gpu_quota (tenant_id, gpu_type, gpus) values ($1, $2, $3)
       on conflict (tenant_id, gpu_type) do update set gpus = excluded.gpus`,
      [act.tenantId, gpuType, gpus],
    );
  const shown = (value: number | null) => ({ gpu_type: gpuType || "all", gpus: value });
  await writeTermsAudit(tx, act, {
    action: "tenant.quota",
    before: shown(before?.gpus ?? null),
    after: shown(gpus),
  });
}

async function refuseUnknownType(tx: Tx, gpuType: string): Promise<void> {
  if (gpuType === "" || (await tx.query(`select from price where gpu_type = $1`, [gpuType])).length > 0) return;
  throw Refusal.ofField("gpu_type", M.unknownGpuType({ gpu_type: gpuType }));
}

function discountWords(gpuType: string, percent: number, fromAt: Date, now: Date): string {
  const gpus = gpuType === "" ? "GPUs" : `${gpuType} GPUs`;
  const from = fromAt.getTime() <= now.getTime() ? "now on" : utcDateTime(fromAt);
  if (percent === 0) return `From ${from} you pay the list price for ${gpus}. Running tasks keep their price.`;
  return `From ${from} you pay ${percent}% less than the list price for ${gpus}. Running tasks keep their price.`;
}

async function writeTermsAudit(
  tx: Tx,
  { actorId, userId, tenantId, requestId, now }: TermsAct,
  change: { action: string; before?: unknown; after?: unknown },
): Promise<void> {
  await writeAudit({ userId: actorId, target: `user:${userId}`, tenantId, ...change, requestId, now }, tx);
}

/**
 * Refuses a task with which the customer's unfinished tasks would have more GPUs than a quota allows (S17).
 * @throws Refusal M581
 */
export async function refuseOverQuota(
  tx: Tx,
  { tenantId, resvGuid, gpuType, gpus }: { tenantId: number; resvGuid: string; gpuType: string; gpus: number },
): Promise<void> {
  const [over] = await tx.query<{ quotaType: string; most: number; used: number }>(
    `select * from (
       select q.gpu_type as "quotaType", q.gpus as most, coalesce(sum(greatest(t.gpus_min, t.gpus_max)), 0)::int as used
       from gpu_quota q left join task t on t.tenant_id = q.tenant_id and t.finished_at is null and t.resv_guid <> $2
         and q.gpu_type in ('', t.gpu_type)
       where q.tenant_id = $1 and q.gpu_type in ('', $3) group by 1, 2) quota
     where used + $4::int > most order by "quotaType" desc limit 1`,
    [tenantId, resvGuid, gpuType, gpus],
  );
  if (!over) return;
  const { quotaType, most, used } = over;
  throw Refusal.ofField("gpu_min", M.overQuota({ most, used, type: quotaType === "" ? "" : `${quotaType} ` }));
}
