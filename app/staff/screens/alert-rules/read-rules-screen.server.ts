import { epochSeconds } from "~/platform/epoch-seconds";
import { csvInstead, csvTable } from "~/platform/http/csv-instead.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { hasRight, type WithRights } from "~/platform/staff-rights";
import { listRules, type RuleRow } from "~/staff/inside/alerts/list-rules.server";
import { whenText } from "~/staff/inside/alerts/rule";

/** All rules, in words; also as a file. */
export async function readRulesScreen(args: RouteArgs, viewer: WithRights) {
  await csvInstead(args, { rules: () => csvTable(listRules, COLUMNS) });
  return { rules: (await listRules()).map(ruleView), mayAct: hasRight(viewer, "alerts.act") };
}

const textOf = (rule: RuleRow) => whenText({ ...rule, channels: rule.channels.map(({ name }) => name) });

const COLUMNS = {
  Rule: ({ name }: RuleRow) => name,
  Severity: ({ severity }: RuleRow) => severity,
  Alerts: textOf,
  "Last fired": ({ firedAt }: RuleRow) => firedAt,
  On: ({ isOn }: RuleRow) => (isOn ? "yes" : "no"),
  Open: ({ open }: RuleRow) => open,
  Fault: ({ fault }: RuleRow) => fault,
};

function ruleView(rule: RuleRow) {
  const { id, name, severity, fault, isOn, open, firedAt } = rule;
  const text = textOf(rule);
  return {
    id,
    name,
    severity,
    text: text.charAt(0).toUpperCase() + text.slice(1),
    fault,
    isOn,
    open,
    firedTs: firedAt ? epochSeconds(firedAt) : null,
  };
}
