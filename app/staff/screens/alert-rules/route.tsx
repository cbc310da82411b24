import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import { Button } from "~/platform/ui/button";
import { ButtonLink } from "~/platform/ui/button-link";
import { CsvLink } from "~/platform/ui/csv-link";
import { Page } from "~/platform/ui/page";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { StatusDot } from "~/platform/ui/status-dot";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { AlertTabs } from "../alerts/alert-tabs";
import { SeverityBadge } from "../alerts/severity-badge";
import { readRulesScreen } from "./read-rules-screen.server";
import { rulesAction } from "./rules-action.server";

export const meta: MetaFunction = () => [{ title: "Alert rules · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "alert-rules");
  return await readRulesScreen(args, viewer);
}

export async function action(args: ActionFunctionArgs) {
  return await rulesAction(args, await requireStaff(args, "alert-rules"));
}

type Rule = ReturnType<typeof useLoaderData<typeof loader>>["rules"][number];

/** The rules of alerts, each in a sentence, with its state. */
export default function AlertRules() {
  const { rules, mayAct } = useLoaderData<typeof loader>();
  const answer = refusalIn(useKeptAnswer(useActionData<typeof action>()));
  return (
    <Page
      title="Alerts"
      actions={
        <>
          <CsvLink of="alert rules" />
          {mayAct ? (
            <ButtonLink look="primary" to="/dashboard/alerts/rules/new">
              New rule
            </ButtonLink>
          ) : null}
        </>
      }
    >
      <AlertTabs current="Rules" />
      <Refused answer={answer} />
      <section className="rounded-panel border bg-surface shadow-panel">
        <Table
          caption="Alert rules"
          rows={rules}
          rowKey={({ id }) => id}
          empty="There are no rules. Make one to be told when something is wrong."
          columns={[
            { head: "Rule", cell: (rule) => <RuleName rule={rule} /> },
            { head: "Severity", cell: ({ severity }) => <SeverityBadge severity={severity} />, width: "lg:w-28" },
            {
              head: "Last fired",
              cell: ({ firedTs }) =>
                firedTs === null ? <span className="text-muted">Never</span> : <Time epochSeconds={firedTs} />,
              width: "lg:w-40",
            },
            { head: "State", cell: (rule) => <RuleState rule={rule} />, width: "lg:w-36" },
            ...(mayAct
              ? [{ head: "", label: "", cell: (rule: Rule) => <Switch rule={rule} />, width: "lg:w-32" as const }]
              : []),
          ]}
        />
      </section>
    </Page>
  );
}

function RuleName({ rule: { id, name, text, fault } }: { rule: Rule }) {
  return (
    <span className="[overflow-wrap:anywhere]">
      <TextLink to={`/dashboard/alerts/rules/${id}`} className="font-medium">
        {name}
      </TextLink>
      <span className="block font-normal text-muted">{text}</span>
      {fault ? (
        <span className="block font-normal text-danger">
          Could not be checked: {fault}. It is tried again each minute; the worker’s log has more.
        </span>
      ) : null}
    </span>
  );
}

function RuleState({ rule: { id, isOn, open } }: { rule: Rule }) {
  if (!isOn) return <StatusDot>Off</StatusDot>;
  if (open === 0) return <StatusDot tone="ok">Quiet</StatusDot>;
  return (
    <StatusDot tone="danger">
      <TextLink to={`/dashboard/alerts?rule=${id}`}>{open} open</TextLink>
    </StatusDot>
  );
}

function Switch({ rule: { id, name, isOn } }: { rule: Rule }) {
  return (
    <PostForm intent={isOn ? "off" : "on"} preventScrollReset>
      <input type="hidden" name="rule" value={id} />
      <Button look="quiet" size="small" aria-label={`Switch ${isOn ? "off" : "on"}: ${name}`}>
        {isOn ? "Switch off" : "Switch on"}
      </Button>
    </PostForm>
  );
}
