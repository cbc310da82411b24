import { hiddenFault } from "~/platform/hidden-characters";
import { Refusal } from "~/platform/refusal";
import { zoneOf } from "~/platform/time-zone";
import { M } from "~/staff/messages";
import { type FigureName, figureOf, isFigure } from "./figures";
import {
  type Condition,
  listText,
  minuteOf,
  type QuietHours,
  type Scope,
  SCOPE_WORDS,
  SCOPES,
  SEVERITIES,
  type Severity,
} from "./rule";

/** A rule's fields as typed. */
export interface RuleFields {
  name: string;
  figure: string;
  comparison: string;
  threshold: string;
  for_minutes: string;
  scope: string;
  scope_value: string;
  severity: string;
  remind_minutes: string;
  quiet_from: string;
  quiet_to: string;
  quiet_zone: string;
  channels: string[];
}

/** A rule as it is stored. */
export interface RuleValues extends Condition, QuietHours {
  name: string;
  severity: Severity;
  remindMinutes: number | null;
  channelIds: number[];
}

const NAME_MAX = 80;
const WEEK_MINUTES = 10_080;
const REMIND_MIN_MINUTES = 5;
const VALUE_MAX = 64;

/** The ways in which rules of a figure can be limited. */
export function scopesOf(figure: FigureName): Scope[] {
  const { of, ofNodes, group } = figureOf(figure);
  if (ofNodes) return [...SCOPES];
  return of && group !== "Service" ? ["all", "cluster"] : ["all"];
}

/** Checks the fields of a rule; refuses with a message at each wrong one. */
export function checkRuleFields(typed: RuleFields): RuleValues {
  const fields: Record<string, string> = {};
  const wrong = <Value>(field: string, message: string, value: Value): Value => {
    fields[field] ??= message;
    return value;
  };
  const name = typed.name.trim();
  const hidden = hiddenFault(name);
  if (name === "" || name.length > NAME_MAX) wrong("name", M.alertRuleName, null);
  else if (hidden !== null) wrong("name", hidden, null);

  const figure = isFigure(typed.figure) ? typed.figure : wrong("figure", M.alertFigure, "node.dead" as const);
  const isState = figureOf(figure).unit === undefined;
  const threshold = isState ? 0 : (numberOf(typed.threshold) ?? wrong("threshold", M.alertThreshold, 0));
  const forMinutes = minutesOf(typed.for_minutes, 0) ?? wrong("for_minutes", M.alertMinutes, 0);

  const scopes = scopesOf(figure);
  const scope = scopes.find((one) => one === typed.scope);
  if (!scope) wrong("scope", M.alertScope({ choices: listText(scopes.map((one) => `'${SCOPE_WORDS[one]}'`)) }), null);
  const scopeValue = typed.scope_value.trim();
  if (scope && scope !== "all" && (scopeValue === "" || scopeValue.length > VALUE_MAX))
    wrong("scope_value", M.alertScopeValue, null);

  const severity = SEVERITIES.find((one) => one === typed.severity) ?? "warning";
  const remindMinutes =
    typed.remind_minutes.trim() === ""
      ? null
      : (minutesOf(typed.remind_minutes, REMIND_MIN_MINUTES) ?? wrong("remind_minutes", M.alertRemind, null));

  const hasQuiet = typed.quiet_from.trim() !== "" || typed.quiet_to.trim() !== "";
  const [from, to] = [minuteOf(typed.quiet_from), minuteOf(typed.quiet_to)];
  if (hasQuiet && (from === null || to === null || from === to)) wrong("quiet_from", M.alertQuiet, null);
  const zone = typed.quiet_zone.trim() || "UTC";
  if (zoneOf(zone) !== zone) wrong("quiet_zone", M.alertZone, null);

  const channelIds = typed.channels.map(Number);
  if (channelIds.some((id) => !Number.isInteger(id))) wrong("channels", M.alertChannels, null);

  const [first] = Object.values(fields);
  if (first !== undefined) throw new Refusal(first, { status: 422, fields });
  return {
    ...{ name, figure, threshold, forMinutes, severity, remindMinutes, channelIds },
    comparison: isState ? "is" : typed.comparison === "below" ? "below" : "above",
    scope: scope ?? "all",
    scopeValue: scope === "all" ? "" : scopeValue,
    ...{ quietFrom: hasQuiet ? from : null, quietTo: hasQuiet ? to : null, quietZone: zone },
  };
}

const NUMBER_MAX = 1e12;

function numberOf(typed: string): number | null {
  const text = typed.trim().replaceAll(",", "");
  const number = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return Math.abs(number) <= NUMBER_MAX ? number : null;
}

function minutesOf(typed: string, least: number): number | null {
  const text = typed.trim() === "" ? "0" : typed.trim();
  const minutes = /^\d{1,6}$/.test(text) ? Number(text) : -1;
  return minutes >= least && minutes <= WEEK_MINUTES ? minutes : null;
}
