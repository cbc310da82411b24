import { z } from "zod";
import { changeRole, leaveTeam, removeMember, setMemberLimit } from "~/accounts/inside/teams/change-member.server";
import { handOver } from "~/accounts/inside/teams/hand-over.server";
import { invite, withdrawInvitation } from "~/accounts/inside/teams/invite.server";
import { nameTeam } from "~/accounts/inside/teams/name-team.server";
import { switchTeam } from "~/accounts/switch-team.server";
import { requirePassword } from "~/accounts/require-password.server";
import { typedCents } from "~/platform/typed-dollars";
import { M } from "~/accounts/messages";
import { requireCustomer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { rowId } from "~/platform/http/schemas/row-id.server";
import { teamOf } from "~/platform/http/team-of";

const text = z.string().default("");
const Invitation = z.object({ email: text, role: text });
const OneInvitation = z.object({ id: rowId(M.noSuchInvitation) });
const OneMember = z.object({ member: rowId(M.noSuchMember) });
const Next = z.object({ member: rowId(M.handOverToMember), password: text });

/** The intents of the screen (16.4). Each use-case checks the actor's right. */
export async function changeTeam(args: RouteArgs) {
  const viewer = await requireCustomer(args, "team");
  const { userId, tenantId, sessionId } = viewer;
  const act = { userId, tenantId, requestId: requestIdOf(args) };
  return await formAction(
    args,
    {
      invite: onForm(Invitation, async (fields, { now }) => {
        const { email } = await invite({ ...act, ...fields, now });
        return { notice: `An invitation is on its way to ${email}.` };
      }),
      withdraw: onForm(OneInvitation, async ({ id }, { now }) => {
        const { email } = await withdrawInvitation({ ...act, id, now });
        return { notice: `The invitation of ${email} was withdrawn.` };
      }),
      role: onForm(OneMember.extend({ role: text }), async ({ member, role }, { now }) => {
        const { name } = await changeRole({ ...act, memberId: member, role, now });
        return { notice: `The role of ${name} was changed.` };
      }),
      limit: onForm(OneMember.extend({ limit: text }), async ({ member, limit }, { now }) => {
        const { name } = await setMemberLimit({ ...act, memberId: member, limitCents: centsOf(limit), now });
        return { notice: `The limit of ${name} was changed.` };
      }),
      remove: onForm(OneMember, async ({ member }, { now }) => {
        const { name } = await removeMember({ ...act, memberId: member, now });
        return { notice: `${name} was removed.` };
      }),
      name: onForm(z.object({ team_name: text }), async ({ team_name: teamName }, { now }) => {
        await nameTeam({ ...act, teamName, now });
        return { notice: "The team's name was changed." };
      }),
      leave: onForm(z.object({}), async (_fields, { now }) => {
        await leaveTeam({ ...act, now });
        return { notice: `You left ${teamOf(viewer)}.`, to: "/tasks" };
      }),
      "hand-over": onForm(Next, async ({ member, password }, { now }) => {
        await requirePassword({ userId, password, field: "password" });
        const { name } = await handOver({ ...act, sessionId, memberId: member, now });
        return { notice: `${name} owns ${teamOf(viewer)} now. You are its admin.` };
      }),
      switch: onForm(z.object({ team: rowId(M.notYourTeam) }), async ({ team }) => {
        const { called } = await switchTeam({ sessionId, tenantId: team });
        return { notice: `Switched to ${called}.`, to: "/tasks" };
      }),
    },
    { anyTeam: ["switch"] },
  );
}

/** Null for no limit; the rule of limits refuses invalid amounts. */
function centsOf(typed: string): number | null {
  if (typed.trim() === "") return null;
  const cents = typedCents(typed);
  return cents === null ? Number.NaN : Number(cents);
}
