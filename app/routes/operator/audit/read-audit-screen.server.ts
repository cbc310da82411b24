import { allRows } from "~/domain/all-rows";
import { changesOf, changesText } from "~/domain/audit/changes";
import { listActions } from "~/domain/audit/find-actors.server";
import { type AuditFilter, type AuditRecord, listAudit } from "~/domain/audit/list-audit.server";
import { placeOf, placeText } from "~/domain/audit/place";
import { readChain } from "~/domain/audit/read-chain.server";
import type { CsvColumns } from "~/http/csv-instead.server";
import { apart } from "~/http/apart.server";
import type { RouteArgs } from "~/http/request-facts.server";
import { askedAudit, filterOf } from "./asked-audit.server";
import { auditView } from "./audit-view.server";

const PAGE = 25;
const CSV_PAGE = 1_000;
/** A page of the audit by the filters of the address, and how its chain stands. */
export async function readAuditScreen(args: RouteArgs, now: Date) {
  const { searchParams } = new URL(args.request.url);
  const asked = askedAudit(searchParams, now);
  const place = placeOf(searchParams.get("after"));
  const list = async () => listAudit({ filter: await filterOf(asked), after: place, limit: PAGE + 1 });
  const [records, chain, actions] = await Promise.all([
    apart(args, "list", list()),
    apart(args, "chain", readChain()),
    apart(args, "actions", listActions()),
  ]);
  const shown = records?.slice(0, PAGE);
  const last = shown?.at(-1);
  return {
    asked,
    rows: shown?.map(auditView) ?? null,
    next: last && (records?.length ?? 0) > PAGE ? placeText(last) : null,
    isFirst: place === null,
    chain,
    actions: [...new Set([...(actions ?? []), ...(asked.action ? [asked.action] : [])])],
  };
}

/** All rows of the filters, for the file. */
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
