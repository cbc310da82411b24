import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ROLE_WORDS } from "~/platform/role-words";
import { requireCustomer } from "~/platform/http/access.server";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Refused } from "~/platform/ui/refused";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { changeTeam } from "./change-team.server";
import { InvitationTable } from "./invitation-table";
import { InviteForm } from "./invite-form";
import { HandOver, Leave } from "./leaving";
import { MemberTable } from "./member-table";
import { NameForm } from "./name-form";
import { OwnTeams } from "./own-teams";
import { readTeamScreen } from "./read-team-screen.server";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () => [{ title: "Team · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  return await readTeamScreen(await requireCustomer(args, "team"), presentTime());
}

export async function action(args: ActionFunctionArgs) {
  return await changeTeam(args);
}

export default function Team() {
  const { called, teamName, role, userId, members, invitations, teams } = useLoaderData<typeof loader>();
  const answer = refusalIn(useKeptAnswer(useActionData<typeof action>()));
  const manages = invitations !== null;
  const team = teamName || "this team";
  const others = members.filter((member) => member.user_id !== userId);
  return (
    <Page
      title="Team"
      lead={
        <>
          {others.length > 0
            ? "The people who share the tasks, the balance and the SSH keys of "
            : "So far only you are in "}
          {teamName ? <strong className="font-medium text-ink">{teamName}</strong> : team}
          {others.length > 0 ? "" : "; members share its tasks, its balance and its SSH keys"}. Your role is{" "}
          {ROLE_WORDS[role].label.toLowerCase()}.
        </>
      }
    >
      {answer && ["withdraw", "switch"].includes(answer.intent) ? <Refused answer={answer} /> : null}
      <Panel title="Members" padded={false}>
        <MemberTable members={members} me={{ userId, role }} answer={answer} />
      </Panel>
      {invitations && invitations.length > 0 ? (
        <Panel title="Open invitations" lead="People who have not answered yet." padded={false}>
          <InvitationTable invitations={invitations} />
        </Panel>
      ) : null}
      {manages ? (
        <Panel
          title="Invite somebody"
          lead="They get an email with a link that works for 7 days, and only for their address. They do not need an account: they can create one there."
        >
          <InviteForm key={invitations.length} role={role} answer={answer} />
        </Panel>
      ) : null}
      {manages ? (
        <Panel
          title="Name of the team"
          lead={`Members see it in the menu and in invitations${teamName ? "" : `, for now as ${called}`}. Receipts show the name from Company and address.`}
        >
          <NameForm teamName={teamName} answer={answer} />
        </Panel>
      ) : null}
      {teams.length > 1 ? (
        <Panel title="Your teams" lead="Each has its own tasks, balance and keys." padded={false}>
          <OwnTeams teams={teams} />
        </Panel>
      ) : null}
      {role === "owner" ? (
        others.length > 0 ? (
          <HandOver members={others} team={team} answer={answer} />
        ) : null
      ) : (
        <Leave team={team} answer={answer} />
      )}
    </Page>
  );
}
