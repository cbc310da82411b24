import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { Banner } from "~/platform/ui/banner";
import { CsvLink } from "~/platform/ui/csv-link";
import { Empty } from "~/platform/ui/empty";
import { formatCents, formatGpus, formatUptime } from "~/platform/ui/format";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Stat, StatRow } from "~/platform/ui/stat";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { Unread } from "~/platform/ui/unread";
import { ChooseTasks } from "./choose-tasks";
import { failuresOf } from "./give-back-failure";
import { GiveBackForm } from "./give-back-form";
import { GivenTable } from "./given-table";
import { readRefundScreen, type RefundIncident, type RefundRow } from "./read-refund-screen.server";
import { refundAction } from "./refund-action.server";
import { RefundTable } from "./refund-table";

export const meta: MetaFunction = () => [{ title: "Refund · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  return await readRefundScreen(args, await requireStaff(args, "refund"));
}

export async function action(args: ActionFunctionArgs) {
  return await refundAction(args, await requireStaff(args, "refund"));
}

export default function Refund() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData() as FormAnswer | undefined;
  if (!loaded)
    return (
      <Page title="Refund">
        <Panel>
          <Unread />
        </Panel>
      </Page>
    );
  const { incident, rows, sum, single, mayGive, formKey } = loaded;
  const failed = failuresOf(answer);
  const [first] = rows;
  if (!first) {
    return (
      <Page title="Refund">
        <Panel>
          <Empty title="No task is chosen">
            Open a task’s refund from its customer’s page, or an incident’s from the{" "}
            <TextLink to="/dashboard#incidents">dashboard</TextLink> or from its node.
          </Empty>
        </Panel>
      </Page>
    );
  }
  return (
    <Page
      title={titleOf(rows, incident)}
      {...(incident
        ? { back: { to: "/dashboard#incidents", label: "Dashboard" }, lead: <IncidentLead incident={incident} /> }
        : rows.length > 1
          ? { lead: "All that is left of each task’s cost. Each customer gets one mail with your reason." }
          : { back: { to: tenantPath(first), label: first.tenantName }, lead: factsOf(first) })}
      actions={<CsvLink of="these tasks" />}
    >
      {failed ? (
        <div role="alert">
          <Banner tone="danger">
            {failed.gaveBack} Not for{" "}
            {failed.failures.map(({ tenantName, failure }) => `${tenantName}: ${failure}`).join(" ")}
          </Banner>
        </div>
      ) : null}
      <StatRow leads>
        <Stat
          label="Left to give back"
          value={sum.left}
          note={incident ? "For the tasks that lost contact on its nodes" : undefined}
        />
        <Stat label="Charged" value={sum.charged} note="In whole cents, up to now" />
        <Stat label="Given back" value={sum.givenBack} note="By rule and by staff" />
      </StatRow>
      {incident ? (
        <ChooseTasks rows={rows} mayGive={mayGive} />
      ) : (
        <>
          {single ? null : <RefundTable rows={rows} />}
          {sum.givable === 0 ? (
            <Banner>Nothing is left to give back.</Banner>
          ) : mayGive ? (
            // Only a gift empties the form; when the page refreshes itself, the typed text stays.
            <GiveBackForm
              key={sum.givenBack}
              {...{ rows, sum, formKey, answer }}
              typed={single?.typed ?? null}
              card={single?.card ?? null}
            />
          ) : (
            <Banner>Only admins give money back.</Banner>
          )}
          {single ? <GivenTable given={single.refunds} /> : null}
        </>
      )}
    </Page>
  );
}

function titleOf(rows: readonly RefundRow[], incident: RefundIncident | null): string {
  if (incident) return "Refund an incident";
  const [first] = rows;
  return rows.length === 1 && first ? `Refund ${first.taskName}` : `Refund ${rows.length} tasks`;
}

function IncidentLead({ incident: { nodes, clusterName, taskName, ts } }: { incident: RefundIncident }) {
  return (
    <>
      {nodes.length > 0 ? nodes.join(", ") : clusterName}, since <Time epochSeconds={ts} />, found by {taskName}. Choose
      the tasks to give back for; you see the sum before anything is given.
    </>
  );
}

/** The facts that make a task's cost. */
function factsOf({ gpus, gpuType, clusterName, state, chargedSeconds, pph }: RefundRow): string {
  const what = `${formatGpus(gpus, gpuType)} in ${clusterName} · ${state}`;
  return `${what} · ${formatUptime(chargedSeconds)} at ${formatCents(pph)} per hour`;
}

function tenantPath({ tenantName }: RefundRow): string {
  return `/users/stats/${encodeURIComponent(tenantName)}#reservations`;
}
