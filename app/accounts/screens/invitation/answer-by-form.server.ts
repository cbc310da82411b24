import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { Account } from "~/accounts/account.server";
import { keepFlash } from "~/accounts/flash.server";
import { noteLogin } from "~/accounts/log-in.server";
import { joinFields } from "~/accounts/inside/register-fields.server";
import {
  acceptInvitation,
  declineInvitation,
  findInvitation,
  type Joined,
} from "~/accounts/inside/teams/answer-invitation.server";
import { joinAsNewcomer } from "~/accounts/inside/teams/join-as-newcomer.server";
import { switchTeam } from "~/accounts/switch-team.server";
import { optionalUser, requireLogin, type Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { clientNetworkOf, requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { renewSession } from "~/platform/http/session.server";
import { presentTime } from "~/platform/time.server";

const Nothing = z.object({});
const FIRST_PAGE = "/tasks";
const welcome = ({ called }: Joined) => `Welcome to ${called}.`;

/** Accept, Decline, or create an account and accept (16.4). Accepting switches to the team. */
export async function answerByForm(args: RouteArgs, token: string) {
  const viewer = await optionalUser(args);
  return viewer ? await answerAs(viewer, args, token) : await answerAsVisitor(args, token);
}

async function answerAs(guest: Viewer, args: RouteArgs, token: string) {
  const given = { token, guest, requestId: requestIdOf(args) };
  return await formAction(args, {
    accept: onForm(Nothing, async (_fields, { now }) => {
      const joined = await acceptInvitation({ ...given, now });
      // Confirming the address may have ended this session.
      if (guest.state === "unverified") return await enterTeam(args, guest, joined);
      await switchTeam({ sessionId: guest.sessionId, tenantId: joined.tenantId });
      return { notice: welcome(joined), to: FIRST_PAGE };
    }),
    decline: onForm(Nothing, async (_fields, { now }) => {
      await declineInvitation({ ...given, now });
      return { notice: "The invitation was declined.", to: FIRST_PAGE };
    }),
  });
}

/** Without a login: a visitor without an account creates one here; others log in first. */
async function answerAsVisitor(args: RouteArgs, token: string) {
  const invitation = await findInvitation({ token, now: presentTime() });
  const ip = clientNetworkOf(args);
  const requestId = requestIdOf(args);
  const toLogin = onForm(Nothing, async () => void (await requireLogin(args)));
  return await formAction(args, {
    join: onForm(joinFields(invitation?.email ?? ""), async (fields, { now }) => {
      const { account, ...joined } = await joinAsNewcomer({ token, fields, ip, requestId, now });
      await noteLogin({ userId: account.userId, now });
      return await enterTeam(args, account, joined);
    }),
    accept: toLogin,
    decline: toLogin,
  });
}

/** Starts a new session at the team. */
async function enterTeam(args: RouteArgs, account: Account, joined: Joined): Promise<Response> {
  const { session, headers } = await renewSession(args, { account, remember: false });
  const { sessionId } = session;
  await switchTeam({ sessionId, tenantId: joined.tenantId });
  await keepFlash({ sessionId, flash: { retcode: "OK", message: welcome(joined), path: FIRST_PAGE } });
  return redirect(FIRST_PAGE, { status: 303, headers });
}
