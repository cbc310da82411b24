import { counted } from "~/platform/counted";
import { epochSeconds } from "~/platform/epoch-seconds";
import { utcMinute } from "~/platform/utc-moment";
import { type FigureName, figureOf, valueText } from "./figures";
import type { MessageKind } from "./plan-messages";
import { minutesText, type Severity, SEVERITY_WORDS } from "./rule";

/** An alert in words for a message. */
export interface ToldAlert {
  id: number;
  rule: string;
  figure: FigureName;
  severity: Severity;
  cluster: string;
  openedAt: Date;
  resolvedAt: Date | null;
  /** The number of its open causes, and the first of them; of an alert that is over, of all. */
  total: number;
  causes: { label: string; value: number }[];
}

const MINUTE_MS = 60_000;
/** Causes that a message names. */
export const CAUSES_NAMED = 10;

/** The content of a message for any channel; stored as JSON. */
export interface Content {
  kind: MessageKind;
  severity: Severity;
  title: string;
  lines: string[];
  /** Path of the screen. */
  path: string;
  /** Receivers that keep incidents join messages with the same key. A restored database gives its numbers a second time. */
  dedupKey: string;
  at: string;
  alerts: {
    id: number;
    rule: string;
    figure: string;
    severity: Severity;
    cluster: string | null;
    opened_ts: number;
    resolved_ts: number | null;
    causes: number;
    first_causes: string[];
  }[];
}

const LEADS: Record<Exclude<MessageKind, "digest">, string> = {
  opened: "",
  more: "More: ",
  reminder: "Still open: ",
  acknowledged: "Acknowledged: ",
  over: "Over: ",
};

/** The content of a message about one alert, or of a digest of several. */
export function contentOf(kind: MessageKind, alerts: readonly ToldAlert[], channelId: number, now: Date): Content {
  const [first] = alerts;
  if (!first) throw new Error("a message needs an alert");
  const shared = { kind, at: now.toISOString(), alerts: alerts.map(alertJson) };
  if (kind === "digest") {
    const { severity } = alerts.find((one) => one.severity === "critical") ?? first;
    const title = `${alerts.every(({ resolvedAt }) => resolvedAt) ? LEADS.over : ""}${counted(alerts.length, "alert")}`;
    return {
      ...{ ...shared, severity, title, path: "/dashboard/alerts" },
      lines: alerts.map((one) => `${one.resolvedAt ? LEADS.over : ""}${titleOf(one)}`),
      dedupKey: digestKey(channelId),
    };
  }
  return {
    ...{ ...shared, severity: first.severity, title: `${LEADS[kind]}${titleOf(first)}` },
    lines: kind === "over" ? [spanText(first)] : linesOf(first),
    path: `/dashboard/alerts/${first.id}`,
    dedupKey: `millrace-alert-${first.id}-${Math.floor(first.openedAt.getTime() / 1000)}`,
  };
}

/** The content of the end of all alerts that digests told of, for receivers that keep incidents. */
export function digestEnd(channelId: number, now: Date): Content {
  return {
    ...{ kind: "over", severity: "info", title: `${LEADS.over}All the rest`, lines: [], alerts: [] },
    ...{ path: "/dashboard/alerts", dedupKey: digestKey(channelId), at: now.toISOString() },
  };
}

function digestKey(channelId: number): string {
  return `millrace-digest-${channelId}`;
}

/** 'Critical: A node is dead: 3 nodes of fra1' */
export function titleOf(
  alert: Pick<ToldAlert, "rule" | "figure" | "severity" | "cluster" | "total" | "causes">,
): string {
  const whose = whoseText(alert);
  return `${SEVERITY_WORDS[alert.severity]}: ${alert.rule}${whose ? `: ${whose}` : ""}`;
}

/** 'fra1-03', '3 nodes of fra1', or empty for a figure of the installation. */
export function whoseText({
  figure,
  cluster,
  total,
  causes,
}: Pick<ToldAlert, "figure" | "cluster" | "total" | "causes">): string {
  const { of } = figureOf(figure);
  if (!of) return "";
  if (total === 1 && causes[0]) return causes[0].label;
  return `${counted(total, ...of)}${cluster ? ` of ${cluster}` : ""}`;
}

function linesOf({ figure, causes, total, openedAt }: ToldAlert): string[] {
  const { advice } = figureOf(figure);
  const named = causes.map(({ label, value }) => [label, valueText(figure, value)].filter(Boolean).join(": "));
  const more = total > named.length ? [`and ${counted(total - named.length, "other")}`] : [];
  return [...[...named, ...more].filter(Boolean), `Since ${utcMinute(openedAt)}.`, advice];
}

/** 'From … to …: 12 minutes.' */
function spanText({ openedAt, resolvedAt }: ToldAlert): string {
  const until = resolvedAt ?? openedAt;
  const minutes = Math.round((until.getTime() - openedAt.getTime()) / MINUTE_MS);
  return `From ${utcMinute(openedAt)} to ${utcMinute(until)}: ${minutesText(minutes)}.`;
}

/** The facts of an alert for programs. */
export function alertJson({ id, rule, figure, severity, cluster, openedAt, resolvedAt, total, causes }: ToldAlert) {
  return {
    ...{ id, rule, figure, severity, cluster: cluster || null, causes: total },
    opened_ts: epochSeconds(openedAt),
    resolved_ts: resolvedAt ? epochSeconds(resolvedAt) : null,
    first_causes: causes.map(({ label, value }) => [label, valueText(figure, value)].filter(Boolean).join(": ")),
  };
}
