import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import { Banner } from "~/platform/ui/banner";
import { Page } from "~/platform/ui/page";
import { Refused } from "~/platform/ui/refused";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { DeletePopup } from "~/staff/views/delete-popup";
import { readRuleScreen } from "./read-rule-screen.server";
import { type Preview, ruleAction } from "./rule-action.server";
import { RuleForm } from "./rule-form";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () => [{ title: "Alert rule · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "alert-rule");
  return await readRuleScreen(args, viewer);
}

export async function action(args: ActionFunctionArgs) {
  return await ruleAction(args, await requireStaff(args, "alert-rule"));
}

/** A new rule, or one that is changed. Support reads what it does. */
export default function AlertRule() {
  const screen = useLoaderData<typeof loader>();
  const kept = useKeptAnswer(useActionData<typeof action>());
  const answer = refusalIn(kept);
  const preview = kept && "sentence" in kept ? (kept as Preview) : null;
  const { rule, sentence, mayAct } = screen;
  return (
    <Page
      title={rule ? rule.name : "New rule"}
      back={{ to: "/dashboard/alerts/rules", label: "Alert rules" }}
      lead={sentence}
      actions={
        rule && mayAct ? (
          <DeletePopup name={rule.name} kind="rule" answer={answer}>
            Alerts that it opened end within a minute. Past alerts stay in the history.
          </DeletePopup>
        ) : null
      }
    >
      <Refused answer={answer?.intent === "delete" ? undefined : answer} />
      {mayAct ? (
        <RuleForm screen={screen} answer={answer} preview={preview} />
      ) : (
        <Banner>Only staff who manage alerts change rules.</Banner>
      )}
    </Page>
  );
}
