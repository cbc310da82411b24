import { allRows } from "~/platform/all-rows";
import { changesOf, changesText } from "~/platform/audit-changes";
import { listActions } from "~/platform/find-actors.server";
import { type AuditFilter, type AuditRecord, listAudit, listNewerAudit } from "~/platform/list-audit.server";
import { placeOf, placeText } from "~/platform/audit-place";
import { readChain } from "~/platform/read-chain.server";
import type { CsvColumns } from "~/platform/http/csv-instead.server";
import { partOrNull } from "~/platform/http/part-or-null.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { askedAudit, filterOf } from "./asked-audit.server";
import { auditView } from "./audit-view.server";

const PAGE = 25;
const CSV_PAGE = 1_000;
/** A page of the audit by the URL's filters, and the state of its chain. */
export async function readAuditScreen(args: RouteArgs, now: Date) {
  const { searchParams } = new URL(args.request.url);
  const asked = askedAudit(searchParams, now);
  const list = async () => await readPage(await filterOf(asked), searchParams);
  const [page, chain, actions] = await Promise.all([
    partOrNull(args, "list", list()),
    partOrNull(args, "chain", readChain()),
    partOrNull(args, "actions", listActions()),
  ]);
  return {
    asked,
    rows: page?.rows.map(auditView) ?? null,
    newer: page?.newer ?? null,
    next: page?.next ?? null,
    chain,
    actions: [...new Set([...(actions ?? []), ...(asked.action ? [asked.action] : [])])],
  };
}

/** The page after or just before a place, with the places on both sides; null at either end. */
async function readPage(filter: AuditFilter, search: URLSearchParams) {
  const before = placeOf(search.get("before"));
  const newer = before ? await listNewerAudit({ filter, before, limit: PAGE + 1 }) : [];
  // Fewer newer rows than a page belong to the first page.
  if (newer.length > PAGE) return pageBetween(newer.slice(1), { newer: true, older: true });
  const after = before ? null : placeOf(search.get("after"));
  const older = await listAudit({ filter, after, limit: PAGE + 1 });
  return pageBetween(older.slice(0, PAGE), { newer: after !== null, older: older.length > PAGE });
}

function pageBetween(rows: AuditRecord[], more: { newer: boolean; older: boolean }) {
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    newer: more.newer ? placeText(first ?? NEWEST) : null,
    next: last && more.older ? placeText(last) : null,
  };
}

/** The place before everything, so that the page before an empty one is the first. */
const NEWEST = { at: new Date(8.64e14), id: 0n };

/** Lists all filtered rows, for the file. */
export async function* auditRows(args: RouteArgs, now: Date): AsyncGenerator<AuditRecord> {
  const filter: AuditFilter = await filterOf(askedAudit(new URL(args.request.url).searchParams, now));
  yield* allRows<AuditRecord>((last) => listAudit({ filter, after: last, limit: CSV_PAGE }));
}

export const AUDIT_COLUMNS: CsvColumns<AuditRecord> = {
  Link: ({ number }) => number,
  At: ({ at }) => at,
  Who: ({ email, name, userId }) => email ?? name ?? (userId === null ? "system" : `user:${userId}`),
  Role: ({ role }) => role,
  Action: ({ action }) => action,
  Target: ({ target }) => target,
  Tenant: ({ tenantName }) => tenantName,
  Reason: ({ reason }) => reason,
  Change: ({ before, after }) => changesText(changesOf(before, after)),
};
