import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { presentTime } from "~/platform/time.server";
import { CsvLink } from "~/platform/ui/csv-link";
import { type Fact, Facts } from "~/platform/ui/facts";
import { formatSpan } from "~/platform/ui/format";
import { Page } from "~/platform/ui/page";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { StatusDot } from "~/platform/ui/status-dot";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Table } from "~/platform/ui/table";
import { TextField } from "~/platform/ui/text-field";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { useRecount } from "~/staff/views/use-recount";
import { alertsAction } from "../alerts/alerts-action.server";
import { SeverityBadge } from "../alerts/severity-badge";
import { readAlertScreen } from "./read-alert-screen.server";

export const meta: MetaFunction = () => [{ title: "Alert · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "alert");
  return await readAlertScreen(args, viewer, presentTime());
}

export async function action(args: ActionFunctionArgs) {
  return await alertsAction(args, await requireStaff(args, "alert"));
}

type Screen = ReturnType<typeof useLoaderData<typeof loader>>;

/** One alert: what to do, what it is about, and who was told. */
export default function Alert() {
  const screen = useLoaderData<typeof loader>();
  const answer = refusalIn(useKeptAnswer(useActionData<typeof action>()));
  useRecount(["stats"]);
  const { alert, advice, to, mayAct } = screen;
  return (
    <Page
      title={alert.whose ? `${alert.rule}: ${alert.whose}` : alert.rule}
      back={{ to: "/dashboard/alerts", label: "Alerts" }}
      lead={
        <>
          {advice} <TextLink to={to}>Open the screen that shows it</TextLink>
        </>
      }
      actions={<SeverityBadge severity={alert.severity} />}
    >
      <Refused answer={answer} />
      <Facts facts={factsOf(screen)} />
      {alert.resolvedTs === null && mayAct ? <AcknowledgeForm key={alert.note} alert={alert} answer={answer} /> : null}
      <Causes screen={screen} />
      <Messages messages={screen.messages} />
    </Page>
  );
}

function factsOf({ alert, ruleId, atSeconds, mayAct }: Screen): Fact[] {
  const { openedTs, resolvedTs, acknowledged, note, rule } = alert;
  const notAcknowledged = resolvedTs === null ? "Not yet" : "Never";
  const lasted = formatSpan((resolvedTs ?? atSeconds) - openedTs);
  return [
    {
      label: "State",
      value: resolvedTs === null ? <StatusDot tone="danger">Open</StatusDot> : <StatusDot tone="ok">Over</StatusDot>,
    },
    { label: "Opened", value: <Time epochSeconds={openedTs} /> },
    { label: resolvedTs === null ? "For" : "Lasted", value: lasted },
    ...(resolvedTs === null ? [] : [{ label: "Over", value: <Time epochSeconds={resolvedTs} /> }]),
    {
      label: "Acknowledged",
      value: acknowledged ? (
        <>
          {acknowledged.by}, <Time epochSeconds={acknowledged.ts} />
        </>
      ) : (
        notAcknowledged
      ),
    },
    {
      label: "Rule",
      value:
        ruleId === null ? `${rule} (deleted)` : <TextLink to={`/dashboard/alerts/rules/${ruleId}`}>{rule}</TextLink>,
    },
    // The form below has it.
    ...(note && !(mayAct && resolvedTs === null) ? [{ label: "Note", value: note, long: true }] : []),
  ];
}

function AcknowledgeForm({ alert, answer }: { alert: Screen["alert"]; answer: FormAnswer | undefined }) {
  const [form, fields] = useAnsweredForm<{ note: string }>("acknowledge", answer, { note: alert.note });
  return (
    <PostForm intent="acknowledge" id={form.id} className="flex max-w-xl flex-col gap-3">
      <input type="hidden" name="alert" value={alert.id} />
      <TextField
        field={fields.note}
        label="Note (optional)"
        hint="Staff read it here and in the list."
        autoComplete="off"
      />
      <div>
        <SubmitButton intent="acknowledge" look={alert.acknowledged ? "secondary" : "primary"}>
          {alert.acknowledged ? "Save the note" : "Acknowledge"}
        </SubmitButton>
      </div>
    </PostForm>
  );
}

function Causes({ screen: { causes, pages, hasValue } }: { screen: Screen }) {
  return (
    <Panel title="What it is about" padded={false} actions={<CsvLink of="what it is about" />}>
      <Table
        caption="What it is about"
        rows={causes}
        rowKey={({ label, sinceTs }) => `${label} ${sinceTs}`}
        empty="Nothing"
        columns={[
          { head: "What", cell: ({ label, to }) => (to ? <TextLink to={to}>{label}</TextLink> : label) },
          ...(hasValue ? [{ head: "Value", cell: ({ value }: (typeof causes)[number]) => value, numeric: true }] : []),
          { head: "Since", cell: ({ sinceTs }) => <Time epochSeconds={sinceTs} />, width: "lg:w-48" },
          {
            head: "State",
            cell: ({ resolvedTs }) =>
              resolvedTs === null ? (
                <StatusDot tone="danger">Open</StatusDot>
              ) : (
                <StatusDot tone="ok">
                  Over <Time epochSeconds={resolvedTs} />
                </StatusDot>
              ),
            width: "lg:w-56",
          },
        ]}
      />
      {pages.pages > 1 ? <Pager {...pages} of="what it is about" /> : null}
    </Panel>
  );
}

const KINDS: Record<string, string> = {
  opened: "Opened",
  more: "More",
  reminder: "Reminder",
  acknowledged: "Acknowledged",
  over: "Over",
};

function Messages({ messages }: { messages: Screen["messages"] }) {
  return (
    <Panel title="Messages" padded={false}>
      <Table
        caption="Messages"
        rows={messages}
        rowKey={({ id }) => id}
        empty="No message of the last 30 days is about this alert alone. After quiet hours, and at a channel's limit, one message covers several alerts."
        columns={[
          { head: "Message", cell: ({ kind }) => KINDS[kind] ?? kind },
          { head: "Channel", cell: ({ channel }) => channel },
          { head: "Time", cell: ({ ts }) => <Time epochSeconds={ts} /> },
          {
            head: "State",
            cell: ({ state, error }) =>
              state === "sent" ? (
                <StatusDot tone="ok">Sent</StatusDot>
              ) : (
                <StatusDot tone={state === "failed" ? "danger" : "warn"}>
                  {state === "failed" ? "Given up" : "Waiting"}
                  {error ? `: ${error}` : ""}
                </StatusDot>
              ),
          },
        ]}
      />
    </Panel>
  );
}
