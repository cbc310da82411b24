import { whoseText } from "~/staff/inside/alerts/alert-words";
import type { AlertRow } from "~/staff/inside/alerts/list-alerts.server";

/** An alert as lists show it. */
export function alertView(alert: AlertRow) {
  const { id, rule, severity, cluster, openedAt, resolvedAt, acknowledgedAt, acknowledgedBy, note } = alert;
  return {
    ...{ id, rule, severity, cluster, whose: whoseText(alert), note },
    openedTs: secondsOf(openedAt),
    resolvedTs: resolvedAt ? secondsOf(resolvedAt) : null,
    acknowledged: acknowledgedAt ? { ts: secondsOf(acknowledgedAt), by: acknowledgedBy || "a former member" } : null,
  };
}

export type AlertView = ReturnType<typeof alertView>;

export function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
