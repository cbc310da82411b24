import { whoseText } from "~/staff/inside/alerts/alert-words";
import type { AlertRow } from "~/staff/inside/alerts/list-alerts.server";
import { epochSeconds } from "~/platform/epoch-seconds";

/** An alert as lists show it. */
export function alertView(alert: AlertRow) {
  const { id, rule, severity, cluster, openedAt, resolvedAt, acknowledgedAt, acknowledgedBy, note } = alert;
  return {
    ...{ id, rule, severity, cluster, whose: whoseText(alert), note },
    openedTs: epochSeconds(openedAt),
    resolvedTs: resolvedAt ? epochSeconds(resolvedAt) : null,
    acknowledged: acknowledgedAt ? { ts: epochSeconds(acknowledgedAt), by: acknowledgedBy || "a former member" } : null,
  };
}

export type AlertView = ReturnType<typeof alertView>;
