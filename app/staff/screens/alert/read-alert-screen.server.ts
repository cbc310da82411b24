import { M } from "~/staff/messages";
import { epochSeconds } from "~/platform/epoch-seconds";
import { requireRight } from "~/platform/http/access.server";
import { csvInstead, csvTable } from "~/platform/http/csv-instead.server";
import { pageNumber, pageOf } from "~/platform/http/page-number";
import { refusalPage } from "~/platform/http/refusal-page.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { hasRight, type WithRights } from "~/platform/staff-rights";
import { causePath, figureOf, valueText } from "~/staff/inside/alerts/figures";
import { findAlert, listCauses, listMessages } from "~/staff/inside/alerts/list-alerts.server";
import { findRule } from "~/staff/inside/alerts/list-rules.server";
import { alertView } from "../alerts/alert-view.server";

const CSV_MAX = 20_000;

/** An alert with its causes and messages. */
export async function readAlertScreen(
  args: RouteArgs & { params: { alertId?: string | undefined } },
  viewer: WithRights,
  now: Date,
) {
  const { alertId = "" } = args.params;
  const alert = /^\d{1,9}$/.test(alertId) ? await findAlert(Number(alertId)) : null;
  if (!alert) throw refusalPage(404, M.notFound);
  if (figureOf(alert.figure).group === "Money") requireRight(viewer, "money.see");
  const { id, figure, ruleId } = alert;
  await csvInstead(args, {
    causes: () =>
      csvTable(async () => (await listCauses(id, { offset: 0, limit: CSV_MAX })).rows, {
        What: ({ label }) => label,
        Value: ({ value }) => value,
        Since: ({ since }) => since,
        Over: ({ resolvedAt }) => resolvedAt,
      }),
  });
  const wanted = pageNumber(new URL(args.request.url).searchParams, "page");
  const { total } = await listCauses(id, { offset: 0, limit: 1 });
  const place = pageOf(total, wanted);
  const [causes, messages, rule] = await Promise.all([listCauses(id, place), listMessages(id), findRule(ruleId)]);
  const { advice, to, unit } = figureOf(figure);
  return {
    alert: alertView(alert),
    advice,
    to,
    hasValue: unit !== undefined,
    ruleId: rule ? ruleId : null,
    causes: causes.rows.map(({ cause, label, value, since, resolvedAt }) => ({
      ...{ label: label || "The installation", to: causePath(figure, cause), value: valueText(figure, value) },
      ...{ sinceTs: epochSeconds(since), resolvedTs: resolvedAt ? epochSeconds(resolvedAt) : null },
    })),
    pages: { page: place.page, pages: place.pages, total },
    messages: messages.map(({ at, ...message }) => ({ ...message, ts: epochSeconds(at) })),
    mayAct: hasRight(viewer, "alerts.act"),
    atSeconds: epochSeconds(now),
  };
}
