import { db } from "~/platform/db.server";
import { askEach } from "./inside/ask-each.server";
import { reportMinutes } from "./inside/provider/meters.server";
import { ProviderSilent } from "./stripe-client.server";
import { readLive } from "./inside/subscription/lock-subscription.server";
import { refreshUpcoming } from "./inside/subscription/refresh-upcoming.server";

const AT_ONCE = 100;
/** The wait after the first unanswered request; it doubles up to an hour. */
const FIRST_WAIT_S = 30;
const LONGEST_WAIT_S = 3600;
/** Time for which the provider certainly remembers minutes by their id: later it could count them twice. */
const ID_LIFE_MS = 23 * 3_600_000;

interface Report {
  reportId: string;
  tenantId: number;
  customerId: string | null;
  minutes: number;
  usedAt: Date;
  /** Null until the first request to the provider. */
  firstAskedAt: Date | null;
}

/**
 * Reports unsent minutes to the provider, each once. Without an answer it repeats the same id for a day; after that the
 * minutes must be settled by hand, since a repetition could bill them twice.
 * @returns how many were reported, and the reports to settle by hand.
 */
export async function sendUsage({ now }: { now: Date }) {
  const failed: { reportId: string; error: string }[] = [];
  const tenants = new Set<number>();
  const failures = await askEach(await takeDue(now), async (report) => {
    const { reportId, tenantId } = report;
    const error = await send(report, now);
    if (error === null) tenants.add(tenantId);
    else failed.push({ reportId, error });
  });
  for (const tenantId of tenants) await refresh(tenantId, now);
  const fault = failures.find(({ error }) => !(error instanceof ProviderSilent));
  if (fault) throw fault.error;
  return { tenants: tenants.size, failed };
}

/** Returns why it is to be settled by hand; null once it is reported. @throws ProviderSilent without an answer. */
async function send(report: Report, now: Date): Promise<string | null> {
  if (!report.customerId) return await fail(report, "the provider does not know this tenant");
  if (report.firstAskedAt && now.getTime() - report.firstAskedAt.getTime() > ID_LIFE_MS)
    return await fail(report, "the provider did not respond for a day; it may have these minutes");
  await beginAsking(report, now);
  const result = await reportMinutes({ ...report, customerId: report.customerId });
  if (result.kind === "refused") return await fail(report, result.message);
  await db.query(
    `update usage_report set state = 'sent', sent_at = $2, error = '' where report_id = $1 and state = 'unsent'`,
    [report.reportId, now],
  );
  return null;
}

/**
 * Marks the report as requested. The provider may have the minutes from now on, so the data under their id must not
 * change.
 */
async function beginAsking({ reportId, usedAt }: Report, now: Date): Promise<void> {
  await db.query(`update usage_report set asked_at = $2, used_at = $3 where report_id = $1 and asked_at is null`, [
    reportId,
    now,
    usedAt,
  ]);
}

async function fail({ reportId }: Report, error: string): Promise<string> {
  await db.query(`update usage_report set state = 'failed', error = $2 where report_id = $1 and state = 'unsent'`, [
    reportId,
    error,
  ]);
  return error;
}

/** Refreshes a tenant's sum; a late sum is no failure. */
async function refresh(tenantId: number, now: Date): Promise<void> {
  const live = await readLive({ tenantId });
  if (!live || live.cancelAtPeriodEnd) return;
  await refreshUpcoming(live, now).catch((error: unknown) => {
    if (!(error instanceof ProviderSilent)) throw error;
  });
}

/**
 * Claims due reports. Claiming moves the next try, so that workers do not collide and a crash only delays it. Minutes
 * of an invoiced period count in the current one: otherwise the provider would never bill them. Those that were asked
 * about before come last, in random order, as the provider may never answer for some.
 */
async function takeDue(now: Date): Promise<Report[]> {
  return await db.query<Report>(
    `with due as (
       select report_id from usage_report where state = 'unsent' and try_after <= $1
       order by created_at, report_id limit $2 for update skip locked
     ), taken as (
       update usage_report set tries = tries + 1,
         try_after = $1::timestamptz + make_interval(secs => least($4, $3 * power(2, least(tries, 20))))
       from due where usage_report.report_id = due.report_id returning usage_report.*)
     select report.report_id as "reportId", report.tenant_id as "tenantId", c.customer_id as "customerId",
       report.minutes, report.asked_at as "firstAskedAt",
       case when report.asked_at is null then greatest(report.used_at, s.period_start) else report.used_at end as "usedAt"
     from taken report
       left join payment_customer c on c.tenant_id = report.tenant_id
       left join subscription s on s.tenant_id = report.tenant_id and s.ended_at is null
     order by report.asked_at is not null, random()`,
    [now, AT_ONCE, FIRST_WAIT_S, LONGEST_WAIT_S],
  );
}
