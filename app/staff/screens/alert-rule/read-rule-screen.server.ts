import { M } from "~/staff/messages";
import { db } from "~/platform/db.server";
import { refusalPage } from "~/platform/http/refusal-page.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { hasRight, type WithRights } from "~/platform/staff-rights";
import { FIGURE_NAMES, figureOf } from "~/staff/inside/alerts/figures";
import { listChannels } from "~/staff/inside/alerts/list-channels.server";
import { findRule, type RuleRow } from "~/staff/inside/alerts/list-rules.server";
import { clockText, ruleSentence } from "~/staff/inside/alerts/rule";

type RuleArgs = RouteArgs & { params: { ruleId?: string | undefined } };

/** The rule in the address; null for a new one. */
export async function askedRule({ params: { ruleId = "" } }: RuleArgs): Promise<RuleRow | null> {
  if (ruleId === "new") return null;
  const rule = /^\d{1,9}$/.test(ruleId) ? await findRule(Number(ruleId)) : null;
  if (!rule) throw refusalPage(404, M.notFound);
  return rule;
}

/** The form of a rule, with what can be chosen. */
export async function readRuleScreen(args: RuleArgs, viewer: WithRights) {
  const rule = await askedRule(args);
  const [channels, places] = await Promise.all([listChannels(), listPlaces()]);
  return {
    rule: rule && { id: rule.id, name: rule.name, isOn: rule.isOn },
    sentence: rule && ruleSentence({ ...rule, channels: rule.channels.map((channel) => channel.name) }),
    // A rule that tells nobody is a choice, so a new one tells by mail until its maker says otherwise.
    values: rule
      ? valuesOf(rule)
      : { ...NEW, channels: channels.filter(({ kind }) => kind === "mail").map(({ id }) => String(id)) },
    channels: channels.map(({ id, name, kind }) => ({ id, name, kind })),
    figures: FIGURE_NAMES.map((name) => {
      const { group, label, unit } = figureOf(name);
      return { name, group, label: unit ? `${label} (${unit})` : label };
    }),
    places,
    mayAct: hasRight(viewer, "alerts.act"),
  };
}

export type RuleScreen = Awaited<ReturnType<typeof readRuleScreen>>;

const NEW = {
  ...{ name: "", figure: "gpu.temperature", comparison: "above", threshold: "90", for_minutes: "10", scope: "all" },
  ...{ scope_value: "", severity: "warning", remind_minutes: "", quiet_from: "", quiet_to: "", quiet_zone: "UTC" },
  channels: [] as string[],
};

function valuesOf(rule: RuleRow): typeof NEW {
  const { name, figure, comparison, threshold, forMinutes, scope, scopeValue, severity, remindMinutes } = rule;
  const clock = (minute: number | null) => (minute === null ? "" : clockText(minute));
  return {
    ...{ name, figure, comparison, scope, severity, scope_value: scopeValue, quiet_zone: rule.quietZone },
    ...{ threshold: String(threshold), for_minutes: String(forMinutes), remind_minutes: String(remindMinutes ?? "") },
    ...{ quiet_from: clock(rule.quietFrom), quiet_to: clock(rule.quietTo) },
    channels: rule.channels.map(({ id }) => String(id)),
  };
}

const PLACES_MAX = 200;

/** Clusters, GPU types, racks and labels that nodes have, as proposals of the field. */
async function listPlaces(): Promise<string[]> {
  const rows = await db.query<{ place: string }>(
    `select distinct place from node n, lateral unnest(array[cluster_name, gpu_type, rack] || labels) as place
     where retired_at is null and pilot_of is null and place <> '' order by 1 limit ${PLACES_MAX}`,
  );
  return rows.map(({ place }) => place);
}
