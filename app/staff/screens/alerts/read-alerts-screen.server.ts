import { allRows } from "~/platform/all-rows";
import { epochSeconds } from "~/platform/epoch-seconds";
import { csvInstead, csvTable } from "~/platform/http/csv-instead.server";
import { pageNumber, pageOf } from "~/platform/http/page-number";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { hasRight, type WithRights } from "~/platform/staff-rights";
import {
  type AlertFilter,
  type AlertRow,
  countPastAlerts,
  listAlertsBefore,
  listOpenAlerts,
  listPastAlerts,
  listRuleNames,
} from "~/staff/inside/alerts/list-alerts.server";
import { whoseText } from "~/staff/inside/alerts/alert-words";
import { SEVERITIES } from "~/staff/inside/alerts/rule";
import { alertView } from "./alert-view.server";

const CSV_PAGE = 500;

/** The open alerts, or the history, by the filters of the address; or all of both as a file. */
export async function readAlertsScreen(args: RouteArgs, { viewer, now }: { viewer: WithRights; now: Date }) {
  const search = new URL(args.request.url).searchParams;
  const filter = { ...filterOf(search), seesMoney: hasRight(viewer, "money.see") };
  await csvInstead(args, { alerts: () => csvTable(csvRows(filter), COLUMNS) });
  const isHistory = search.get("show") === "history";
  const place = isHistory ? pageOf(await countPastAlerts(filter), pageNumber(search, "page")) : null;
  const [rows, rules] = await Promise.all([
    place ? listPastAlerts(filter, place) : listOpenAlerts(filter),
    listRuleNames(),
  ]);
  return {
    ...{ filter, rules, isHistory, rows: rows.map(alertView), atSeconds: epochSeconds(now) },
    pages: place && { page: place.page, pages: place.pages, total: place.total },
    mayAct: hasRight(viewer, "alerts.act"),
  };
}

function filterOf(search: URLSearchParams): Omit<AlertFilter, "seesMoney"> {
  const rule = search.get("rule") ?? "";
  return {
    severity: SEVERITIES.find((one) => one === search.get("severity")) ?? "",
    ruleId: /^\d{1,9}$/.test(rule) ? Number(rule) : null,
  };
}

function csvRows(filter: AlertFilter) {
  return allRows<AlertRow>((last) => listAlertsBefore(filter, { before: last?.id ?? null, limit: CSV_PAGE }));
}

const COLUMNS = {
  Number: ({ id }: AlertRow) => id,
  Severity: ({ severity }: AlertRow) => severity,
  Rule: ({ rule }: AlertRow) => rule,
  What: (alert: AlertRow) => whoseText(alert),
  Cluster: ({ cluster }: AlertRow) => cluster,
  Opened: ({ openedAt }: AlertRow) => openedAt,
  Over: ({ resolvedAt }: AlertRow) => resolvedAt,
  Acknowledged: ({ acknowledgedAt }: AlertRow) => acknowledgedAt,
  By: ({ acknowledgedBy }: AlertRow) => acknowledgedBy ?? "",
  Note: ({ note }: AlertRow) => note,
};
