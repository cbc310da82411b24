import { hasLabel } from "~/fleet/node-labels";
import { counted } from "~/platform/counted";
import { type FigureName, figureOf, valueText } from "./figures";

export const SEVERITIES = ["critical", "warning", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];
export const SEVERITY_WORDS: Record<Severity, string> = { critical: "Critical", warning: "Warning", info: "Info" };

export const SCOPES = ["all", "cluster", "gpu-type", "rack", "label"] as const;
export type Scope = (typeof SCOPES)[number];
export const SCOPE_WORDS: Record<Scope, string> = {
  all: "Everything",
  cluster: "One cluster",
  "gpu-type": "One GPU type",
  rack: "One rack",
  label: "One label",
};

export type Comparison = "above" | "below" | "is";

/** The figure that a rule watches, and when it is wrong. */
export interface Condition {
  figure: FigureName;
  comparison: Comparison;
  threshold: number;
  forMinutes: number;
  scope: Scope;
  scopeValue: string;
}

/** Minutes of the day in `quietZone`; null: no quiet hours. */
export interface QuietHours {
  quietFrom: number | null;
  quietTo: number | null;
  quietZone: string;
}

/** A figure of a node, a GPU, a cluster or the installation at one moment. */
export interface Sample {
  /** `node:NAME`, `gpu:NODE:ID`, `cluster:NAME`, `type:CLUSTER:TYPE`; empty: the installation. */
  cause: string;
  /** Name for people; empty: the installation. */
  label: string;
  /** Null: unknown now, so nothing opens and nothing ends. A state that is so is 1. */
  value: number | null;
  cluster: string;
  gpuType?: string;
  rack?: string;
  labels?: readonly string[];
}

export function isInScope({ scope, scopeValue }: Pick<Condition, "scope" | "scopeValue">, sample: Sample): boolean {
  if (scope === "all") return true;
  if (scope === "cluster") return sample.cluster === scopeValue;
  if (scope === "gpu-type") return sample.gpuType === scopeValue;
  if (scope === "rack") return sample.rack === scopeValue;
  return hasLabel(sample.labels ?? [], scopeValue);
}

export function holds({ comparison, threshold }: Pick<Condition, "comparison" | "threshold">, value: number): boolean {
  if (comparison === "is") return value > 0;
  return comparison === "above" ? value > threshold : value < threshold;
}

const HOUR_MINUTES = 60;

/** '22:00' of a minute of the day. */
export function clockText(minute: number): string {
  return `${String(Math.floor(minute / HOUR_MINUTES)).padStart(2, "0")}:${String(minute % HOUR_MINUTES).padStart(2, "0")}`;
}

/** The minute of the day of '22:00'; null if it is none. */
export function minuteOf(clock: string): number | null {
  const [, hour = "", minute = ""] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(clock.trim()) ?? [];
  return hour === "" ? null : Number(hour) * HOUR_MINUTES + Number(minute);
}

/** '10 minutes', '2 hours' */
export function minutesText(minutes: number): string {
  if (minutes > 0 && minutes % HOUR_MINUTES === 0) return counted(minutes / HOUR_MINUTES, "hour");
  return counted(minutes, "minute");
}

interface RuleWords extends Condition, QuietHours {
  severity: Severity;
  remindMinutes: number | null;
  /** Names of the channels. */
  channels: readonly string[];
}

/** The rule in a sentence: 'Critical when GPU temperature is above 90 °C for 10 minutes on any node of fra1; tells …'. */
export function ruleSentence(rule: RuleWords): string {
  return `${SEVERITY_WORDS[rule.severity]} ${whenText(rule)}`;
}

/** The sentence without its severity: 'when GPU temperature is …' */
export function whenText(rule: RuleWords): string {
  const { severity, channels, quietFrom, quietTo, quietZone, remindMinutes } = rule;
  const condition = `when ${conditionText(rule)}`;
  if (channels.length === 0) return `${condition}; tells nobody, and is on this screen only.`;
  const quiet =
    quietFrom === null || quietTo === null || severity === "critical"
      ? ""
      : `, after the quiet hours if it opens between ${clockText(quietFrom)} and ${clockText(quietTo)} (${quietZone})`;
  const remind =
    severity === "critical" && remindMinutes !== null
      ? `, and again each ${minutesText(remindMinutes)} until somebody acknowledges it`
      : "";
  return `${condition}; tells ${listText(channels)}${quiet}${remind}.`;
}

/** 'GPU temperature is above 90 °C for 10 minutes on any node of fra1' */
export function conditionText({ figure, comparison, threshold, forMinutes, ...where }: Condition): string {
  const { label, isPlural } = figureOf(figure);
  const is =
    comparison === "is" ? label : `${label} ${isPlural ? "are" : "is"} ${comparison} ${valueText(figure, threshold)}`;
  const lasts = forMinutes === 0 ? "" : ` for ${minutesText(forMinutes)}`;
  return `${is}${lasts}${whereText(figure, where)}`;
}

function whereText(figure: FigureName, { scope, scopeValue }: Pick<Condition, "scope" | "scopeValue">): string {
  const any = figureOf(figure).group === "GPUs" ? " on any node" : "";
  const where: Record<Scope, string> = {
    all: "",
    cluster: any ? ` of ${scopeValue}` : ` in ${scopeValue}`,
    "gpu-type": ` with ${scopeValue}`,
    rack: any ? ` of rack ${scopeValue}` : ` in rack ${scopeValue}`,
    label: ` with the label ${scopeValue}`,
  };
  return `${any}${where[scope]}`;
}

/** 'A, B and C' */
export function listText(names: readonly string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}
