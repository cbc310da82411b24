import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { maskedToken } from "~/usage/inside/workspaces/masked-token";
import type { TeamRow } from "~/usage/inside/workspaces/read-teams.server";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead } from "~/platform/http/csv-instead.server";
import { CsvLink } from "~/platform/ui/csv-link";
import { Page } from "~/platform/ui/page";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { Refused } from "~/platform/ui/refused";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { createAnswer } from "./create-answer";
import { CreateWorkspace } from "./create-workspace";
import { DeleteForm } from "./delete-form";
import { Deleted } from "./deleted";
import { FilterForm } from "./filter-form";
import { readWorkspacesScreen } from "./read-workspaces-screen.server";
import { type ShownTokens, TokensPanel } from "./shown-tokens";
import { WorkspaceTable } from "./workspace-table";
import { workspacesAction } from "./workspaces-action.server";
import { workspacesCsv } from "./workspaces-csv.server";

export const meta: MetaFunction = () => [{ title: "Workspaces · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "workspaces");
  const asked = { search: new URL(args.request.url).searchParams, now: presentTime() };
  await csvInstead(args, workspacesCsv(asked));
  return await readWorkspacesScreen({ ...asked, viewer });
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args, "workspaces");
  return await workspacesAction(args, viewer);
}

export default function Workspaces() {
  const { filter, host, workspaces, teams, deleted, mayWrite, seesReports } = useLoaderData<typeof loader>();
  const given = useKeptAnswer(useActionData());
  const { tokens, askDelete } = answerOf(given);
  const refused = refusalIn(given);
  const creating = createAnswer(refused);
  const made = tokens?.why === "created" ? tokens.name : "";
  return (
    <Page
      title="Workspaces"
      lead="Teams of the assistant: each has an address, an owner, and a token for its model calls."
      actions={mayWrite ? <CreateWorkspace made={made} answer={creating} /> : null}
    >
      {creating ? null : <Refused answer={refused} />}
      {tokens ? <TokensPanel tokens={tokens} /> : null}
      {askDelete ? <AskDelete name={askDelete} /> : null}
      <Panel
        title="All workspaces"
        lead={
          <>
            All coins of an owner are shown at their oldest workspace.
            {seesReports ? (
              <>
                {" "}
                <TextLink to="/dashboard/reports?report=coins">Coins by month</TextLink>
              </>
            ) : null}
          </>
        }
        padded={false}
        actions={<CsvLink of="these workspaces" />}
      >
        <FilterForm filter={filter} />
        <WorkspaceTable
          rows={workspaces.rows}
          host={host}
          mayWrite={mayWrite}
          empty={filter.q === "" ? NONE : "No workspaces found"}
        />
        {workspaces.pages > 1 ? <Pager page={workspaces.page} pages={workspaces.pages} /> : null}
      </Panel>
      {teams.total > 0 ? (
        <Panel title="Teams Users" padded={false}>
          <Teams rows={teams.rows} />
          {teams.pages > 1 ? <Pager of="teams’ users" name="teams" page={teams.page} pages={teams.pages} /> : null}
        </Panel>
      ) : null}
      {deleted.total > 0 ? (
        <Panel
          title="Deleted"
          lead="In the last 30 days. Undo creates new tokens."
          padded={false}
          actions={<CsvLink table="deleted" of="deleted workspaces" />}
        >
          <Deleted rows={deleted.rows} mayWrite={mayWrite} />
          {deleted.pages > 1 ? (
            <Pager of="deleted workspaces" name="deleted" page={deleted.page} pages={deleted.pages} />
          ) : null}
        </Panel>
      ) : null}
    </Page>
  );
}

const NONE = "No workspaces yet. ‘Create workspace’ makes one for a team.";

/** Possible answers of the screen's action, besides the refusal of a form. */
function answerOf(given: unknown): { tokens?: ShownTokens; askDelete?: string } {
  return typeof given === "object" && given !== null ? given : {};
}

/** The question as a page, for a deletion that came without its confirmation. */
function AskDelete({ name }: { name: string }) {
  return (
    <Panel title={`Delete ${name}?`}>
      <DeleteForm name={name} />
      <p className="mt-4 text-sm">
        <TextLink to="/dashboard/workspaces">Keep it</TextLink>
      </p>
    </Panel>
  );
}

/** Tenants with inference tokens: one row for each that is attached to a workspace (A15). */
function Teams({ rows }: { rows: TeamRow[] }) {
  return (
    <Table
      caption="Teams Users"
      rows={rows}
      rowKey={({ workspace }) => workspace}
      empty="No teams yet"
      columns={[
        {
          head: "Tenant",
          cell: ({ tenantName }) => <TextLink to={`/users/stats/${tenantName}`}>{tenantName}</TextLink>,
          className: "font-medium [overflow-wrap:anywhere]",
        },
        {
          head: "API KEY",
          cell: ({ last4 }) => <span className="font-mono text-code">{maskedToken("mr_", last4)}</span>,
        },
      ]}
    />
  );
}
