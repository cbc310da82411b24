import { db } from "~/platform/db.server";
import { leftBehindLines } from "~/accounts/inside/teams/left-behind";
import { listInvitations, listMembers } from "~/accounts/list-team.server";
import { readLeftBehind } from "~/accounts/read-left-behind.server";
import { listOwnTeams } from "~/accounts/switch-team.server";
import { may, shownRole } from "~/platform/may";
import type { Viewer } from "~/platform/http/access.server";
import { teamOf } from "~/platform/http/team-of";

/** The screen's data: the members, for managers the invitations, and the viewer's other teams. */
export async function readTeamScreen(viewer: Viewer, now: Date) {
  const { userId, tenantId, teamName, memberRole } = viewer;
  const manages = may(memberRole, "team.act");
  const [members, made, invitations, teams] = await Promise.all([
    listMembers({ tenantId, moneyOf: manages ? null : userId, now }),
    manages ? readLeftBehind(db, tenantId) : null,
    manages ? listInvitations({ tenantId, now }) : null,
    memberRole === "staff" ? [] : listOwnTeams({ userId }),
  ]);
  return {
    called: teamOf(viewer),
    teamName,
    role: shownRole(memberRole),
    userId,
    members: members.map((member) => ({
      ...member,
      // Things of each member that would outlive the membership, shown to those who can remove the member.
      leaves: leftBehindLines(made?.get(member.user_id) ?? []),
    })),
    invitations,
    teams: teams.map(({ tenantName, teamName: name, role, ...team }) => ({
      tenantId: team.tenantId,
      called: name || tenantName,
      role,
      current: team.tenantId === tenantId,
    })),
  };
}

export type TeamScreen = Awaited<ReturnType<typeof readTeamScreen>>;
