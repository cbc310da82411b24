import { z } from "zod";
import { acceptInvitation, declineInvitation } from "~/domain/accounts/teams/answer-invitation.server";
import { switchTeam } from "~/domain/accounts/teams/switch-team.server";
import { requireLogin } from "~/http/access.server";
import { formAction, onForm } from "~/http/form.server";
import { requestIdOf, type RouteArgs } from "~/http/request-facts.server";

const Nothing = z.object({});

/** Accept or Decline (16.4). Who accepts is at the team at once. */
export async function answerByForm(args: RouteArgs, token: string) {
  const guest = await requireLogin(args);
  const given = { token, guest, requestId: requestIdOf(args) };
  return await formAction(args, {
    accept: onForm(Nothing, async (_fields, { now }) => {
      const { tenantId, called } = await acceptInvitation({ ...given, now });
      await switchTeam({ sessionId: guest.sessionId, tenantId });
      return { notice: `Welcome to ${called}.`, to: "/tasks" };
    }),
    decline: onForm(Nothing, async (_fields, { now }) => {
      await declineInvitation({ ...given, now });
      return { notice: "The invitation was declined.", to: "/tasks" };
    }),
  });
}
