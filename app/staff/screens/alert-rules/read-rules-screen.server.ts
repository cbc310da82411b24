import { csvInstead, csvTable } from "~/platform/http/csv-instead.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { hasRole, type Role } from "~/platform/role";
import { listRules, type RuleRow } from "~/staff/inside/alerts/list-rules.server";
import { whenText } from "~/staff/inside/alerts/rule";
import { secondsOf } from "../alerts/alert-view.server";

/** All rules, in words. */
export async function readRulesScreen(args: RouteArgs, role: Role) {
  const rules = (await listRules()).map(ruleView);
  await csvInstead(args, {
    "alert-rules": () =>
      csvTable(() => Promise.resolve(rules), {
        Rule: ({ name }) => name,
        When: ({ text }) => text,
        Severity: ({ severity }) => severity,
        On: ({ isOn }) => isOn,
        "Last fired": ({ firedTs }) => (firedTs === null ? null : new Date(firedTs * 1000)),
      }),
  });
  return { rules, mayAct: hasRole(role, "operator") };
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
    firedTs: firedAt ? secondsOf(firedAt) : null,
  };
}
