import { db } from "~/db.server";
import { reportMinutes } from "~/domain/payments/provider/meters.server";
import { ProviderSilent } from "~/domain/payments/provider/stripe-client.server";
import { readLive } from "./lock-subscription.server";
import { refreshUpcoming } from "./refresh-upcoming.server";

const AT_ONCE = 100;
/** First wait after silence; each further one is twice as long, up to an hour. */
const FIRST_WAIT_S = 30;
const LONGEST_WAIT_S = 3600;
/** How long the provider surely knows minutes by their id: later it could count them twice. */
const ID_LIFE_MS = 23 * 3_600_000;

interface Report {
  reportId: string;
  tenantId: number;
  customerId: string | null;
  minutes: number;
  usedAt: Date;
  /** Null before the provider was asked. */
  firstAskedAt: Date | null;
}

/**
 * Tells the provider of the minutes that it has not got, each once. Silence is asked again with the same id for a day;
 * what is not known after that is left for a person, since telling it again could bill it twice.
 * @returns how many were told, and the reports that need a person.
 */
export async function sendUsage({ now }: { now: Date }) {
  const failed: { reportId: string; error: string }[] = [];
  const told = new Set<number>();
  for (const report of await takeDue(now)) {
    const outcome = await send(report, now);
    if (outcome === "silent") break;
    if (outcome === "sent") told.add(report.tenantId);
    else failed.push({ reportId: report.reportId, error: outcome });
  }
  for (const tenantId of told) await refresh(tenantId, now);
  return { tenants: told.size, failed };
}

async function send(report: Report, now: Date): Promise<"sent" | "silent" | string> {
  if (!report.customerId) return await fail(report, "the provider does not know this tenant");
  if (report.firstAskedAt && now.getTime() - report.firstAskedAt.getTime() > ID_LIFE_MS)
    return await fail(report, "the provider did not answer for a day; it may have these minutes");
  await beginAsking(report, now);
  try {
    const result = await reportMinutes({ ...report, customerId: report.customerId });
    if (result.kind === "refused") return await fail(report, result.message);
  } catch (error) {
    if (error instanceof ProviderSilent) return "silent";
    throw error;
  }
  await db.query(
    `update usage_report set state = 'sent', sent_at = $2, error = '' where report_id = $1 and state = 'unsent'`,
    [report.reportId, now],
  );
  return "sent";
}

/** From now on the provider may have the minutes, so what it is told under their id does not change any more. */
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

/** That the sum is shown a little later is no failure. */
async function refresh(tenantId: number, now: Date): Promise<void> {
  const live = await readLive({ tenantId });
  if (!live || live.cancelAtPeriodEnd) return;
  await refreshUpcoming(live, now).catch((error: unknown) => {
    if (!(error instanceof ProviderSilent)) throw error;
  });
}

/**
 * Taking a report moves its next try, so that no two send it and a crash in between only delays it. Minutes of a
 * period whose invoice is made already count in the present one: the provider would bill them never.
 */
async function takeDue(now: Date): Promise<Report[]> {
  return await db.query<Report>(
    `with due as (
       select report_id from usage_report where state = 'unsent' and try_after <= $1
       order by created_at, report_id limit $2 for update skip locked)
     update usage_report report set tries = report.tries + 1,
       try_after = $1::timestamptz + make_interval(secs => least($4, $3 * power(2, least(report.tries, 20))))
     from due, tenant t
       left join payment_customer c on c.tenant_id = t.id
       left join subscription s on s.tenant_id = t.id and s.ended_at is null
     where report.report_id = due.report_id and t.id = report.tenant_id
     returning report.report_id as "reportId", report.tenant_id as "tenantId", c.customer_id as "customerId",
       report.minutes, report.asked_at as "firstAskedAt",
       case when report.asked_at is null then greatest(report.used_at, s.period_start) else report.used_at end as "usedAt"`,
    [now, AT_ONCE, FIRST_WAIT_S, LONGEST_WAIT_S],
  );
}
