import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { Account } from "~/domain/accounts/account.server";
import { confirmEmail } from "~/domain/accounts/confirm-email.server";
import { keepFlash } from "~/domain/accounts/flash.server";
import { noteLogin } from "~/domain/accounts/log-in.server";
import { isSessionOpen } from "~/domain/accounts/session.server";
import { formAction, onForm } from "~/http/form.server";
import type { RouteArgs } from "~/http/request-facts.server";
import { renewSession } from "~/http/session.server";

const Fields = z.object({ password: z.string().default("") });
const NOTICE = "Your email address is confirmed.";
const FIRST_PAGE = "/tasks";

/** Confirms the address of the link; logs in where it was registered, and nobody anywhere else (2.5). */
export async function confirmByForm(args: RouteArgs, token: string) {
  return await formAction(args, {
    "": onForm(Fields, async ({ password }, { session, visitorId, now }) => {
      const owner = await confirmEmail({ token, password, visitorId, now });
      if (owner) return await logInOwner(args, owner, now);
      // Confirming may have ended the very session that sent the form.
      const loggedIn = session !== null && (await isSessionOpen(session));
      return loggedIn ? { notice: NOTICE, to: FIRST_PAGE } : { notice: `${NOTICE} Log in to begin.`, to: "/login" };
    }),
  });
}

async function logInOwner(args: RouteArgs, account: Account, now: Date): Promise<Response> {
  const { session, headers } = await renewSession(args, { account, remember: false });
  await noteLogin({ userId: account.userId, now });
  const flash = { retcode: "OK", message: NOTICE, path: FIRST_PAGE } as const;
  await keepFlash({ sessionId: session.sessionId, flash });
  return redirect(FIRST_PAGE, { status: 303, headers });
}
