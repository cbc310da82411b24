import { db } from "~/db.server";
import type { Units } from "~/domain/billing/units";
import { OPEN_STATES } from "~/domain/payments/top-up-state";
import type { CheckName } from "./check-outcome";

/** 25 rows a page (9.5). */
const PAGE_SIZE = 25;
const EVENT_LATE_S = 60;

export interface Paged<Row> {
  rows: Row[];
  total: number;
  page: number;
  pages: number;
}

export interface DifferenceRow {
  id: string;
  checkName: CheckName;
  subject: string;
  text: string;
  ledgerUnits: Units | null;
  providerUnits: Units | null;
  firstSeenAt: Date;
  lastSeenAt: Date;
  resolvedAt: Date | null;
}

/** Differences that are open, the oldest first; or those that were, the latest first. */
export async function listDifferences(which: "open" | "resolved", page: number): Promise<Paged<DifferenceRow>> {
  const order = which === "open" ? "first_seen_at, id" : "resolved_at desc, id desc";
  return await readPage<DifferenceRow>(
    `select id::text, check_name as "checkName", subject, text, ledger_units as "ledgerUnits",
       provider_units as "providerUnits", first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt",
       resolved_at as "resolvedAt"
     from reconcile_difference where (resolved_at is null) = $1 order by ${order}`,
    [which === "open"],
    page,
  );
}

interface UnsettledRow {
  topupId: string;
  tenantName: string;
  cents: bigint;
  way: string;
  state: string;
  message: string;
  createdAt: Date;
  askedAt: Date;
}

/** Top-ups whose outcome is awaited, the oldest first. */
export async function listUnsettledTopUps(page: number): Promise<Paged<UnsettledRow>> {
  return await readPage<UnsettledRow>(
    `select u.topup_id as "topupId", t.tenant_name as "tenantName", u.cents, u.way, u.state, u.message,
       u.created_at as "createdAt", u.asked_at as "askedAt"
     from top_up u join tenant t on t.id = u.tenant_id where u.state = any($1::text[]) order by u.created_at, u.topup_id`,
    [[...OPEN_STATES]],
    page,
  );
}

interface FailedEventRow {
  eventId: string;
  type: string;
  tries: number;
  error: string;
  receivedAt: Date;
  tryAfter: Date;
}

/** Events of the provider that could not be worked on, or that wait for it for too long; the oldest first. */
export async function listFailedEvents(page: number, now: Date): Promise<Paged<FailedEventRow>> {
  return await readPage<FailedEventRow>(
    `select event_id as "eventId", type, tries, error, received_at as "receivedAt", try_after as "tryAfter"
     from webhook_event where state = 'received' and (error <> '' or received_at < $1::timestamptz - make_interval(secs => $2))
     order by received_at, event_id`,
    [now, EVENT_LATE_S],
    page,
  );
}

interface FailedUsageRow {
  reportId: string;
  tenantName: string;
  minutes: number;
  error: string;
  usedAt: Date;
  createdAt: Date;
}

/** Metered minutes that a person has to look at, the oldest first. */
export async function listFailedUsage(page: number): Promise<Paged<FailedUsageRow>> {
  return await readPage<FailedUsageRow>(
    `select r.report_id as "reportId", t.tenant_name as "tenantName", r.minutes, r.error, r.used_at as "usedAt",
       r.created_at as "createdAt"
     from usage_report r join tenant t on t.id = r.tenant_id where r.state = 'failed' order by r.created_at, r.report_id`,
    [],
    page,
  );
}

/** A page beyond the last one shows the last. */
async function readPage<Row extends object>(
  select: string,
  values: readonly unknown[],
  wanted: number,
): Promise<Paged<Row>> {
  const [count] = await db.query<{ total: number }>(`select count(*)::int as total from (${select}) found`, values);
  const total = count?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const page = Math.min(Math.max(1, wanted), pages);
  const rows = await db.query<Row>(`${select} limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`, values);
  return { rows, total, page, pages };
}
