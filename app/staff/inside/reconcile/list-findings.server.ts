import { db } from "~/platform/db.server";
import type { Units } from "~/money/units";
import { OPEN_STATES } from "~/payments/top-up-state";
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

/** Order by `d.id`: the alias `id` is text. */
const DIFFERENCES = `select id::text, check_name as "checkName", subject, text, ledger_units as "ledgerUnits",
    provider_units as "providerUnits", first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt",
    resolved_at as "resolvedAt"
  from reconcile_difference d`;

/** Open differences, oldest first; or resolved ones, latest first. */
export async function listDifferences(which: "open" | "resolved", page: number): Promise<Paged<DifferenceRow>> {
  const order = which === "open" ? "d.first_seen_at, d.id" : "d.resolved_at desc, d.id desc";
  return await readPage<DifferenceRow>(
    `${DIFFERENCES} where (resolved_at is null) = $1 order by ${order}`,
    [which === "open"],
    page,
  );
}

/** The differences after a row, in the order they were first seen. */
export async function listAllDifferences(
  which: "open" | "resolved",
  { after, limit }: { after: DifferenceRow | null; limit: number },
): Promise<DifferenceRow[]> {
  return await db.query<DifferenceRow>(
    `${DIFFERENCES} where (resolved_at is null) = $1 and (d.first_seen_at, d.id) > ($2::timestamptz, $3::bigint)
     order by d.first_seen_at, d.id limit $4`,
    [which === "open", after?.firstSeenAt ?? new Date(0), after?.id ?? "0", limit],
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

/** Top-ups with a pending outcome, oldest first. */
export async function listUnsettledTopUps(page: number | "all"): Promise<Paged<UnsettledRow>> {
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

/** Provider events that failed, or that have waited too long; oldest first. */
export async function listFailedEvents(page: number | "all", now: Date): Promise<Paged<FailedEventRow>> {
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

/** Metered minutes to settle by hand, oldest first. */
export async function listFailedUsage(page: number | "all"): Promise<Paged<FailedUsageRow>> {
  return await readPage<FailedUsageRow>(
    `select r.report_id as "reportId", t.tenant_name as "tenantName", r.minutes, r.error, r.used_at as "usedAt",
       r.created_at as "createdAt"
     from usage_report r join tenant t on t.id = r.tenant_id where r.state = 'failed' order by r.created_at, r.report_id`,
    [],
    page,
  );
}

/** Reads a page; one beyond the last shows the last, and "all" is one page. */
async function readPage<Row extends object>(
  select: string,
  values: readonly unknown[],
  wanted: number | "all",
): Promise<Paged<Row>> {
  if (wanted === "all") {
    const rows = await db.query<Row>(select, values);
    return { rows, total: rows.length, page: 1, pages: 1 };
  }
  const [count] = await db.query<{ total: number }>(`select count(*)::int as total from (${select}) found`, values);
  const total = count?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const page = Math.min(Math.max(1, wanted), pages);
  const rows = await db.query<Row>(`${select} limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`, values);
  return { rows, total, page, pages };
}
