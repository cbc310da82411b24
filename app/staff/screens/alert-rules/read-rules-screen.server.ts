import { epochSeconds } from "~/platform/epoch-seconds";
import { hasRole, type Role } from "~/platform/role";
import { listRules, type RuleRow } from "~/staff/inside/alerts/list-rules.server";
import { whenText } from "~/staff/inside/alerts/rule";

/** All rules, in words. */
export async function readRulesScreen(role: Role) {
  return { rules: (await listRules()).map(ruleView), mayAct: hasRole(role, "operator") };
}

function ruleView(rule: RuleRow) {
  const { id, name, severity, fault, isOn, open, firedAt } = rule;
  const text = whenText({ ...rule, channels: rule.channels.map((channel) => channel.name) });
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
