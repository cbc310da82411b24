import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { Account } from "~/domain/users/account.server";
import { logIn } from "~/domain/users/log-in.server";
import { CLIENT_ADDRESS } from "./mark-requests.server";
import { redirectTarget } from "./redirect-target";
import { clientAddressOf } from "./request-facts.server";
import { renewSession } from "./session.server";

export interface LoginFields {
  email: string;
  password: string;
  remember: boolean;
  redirectTo?: string | undefined;
}

const authenticator = new Authenticator<Account>().use(
  new FormStrategy(({ form, request }) =>
    logIn({
      email: String(form.get("email") ?? ""),
      password: String(form.get("password") ?? ""),
      ip: clientAddressOf(request),
      now: new Date(),
    }),
  ),
);

/**
 * Logs in by email and password, for the login screen and for /ajaxlogin: where to go then, and the headers that
 * set the new session's cookie. The caller has checked the page token. Refuses with M70, M71 and M13.
 */
export async function logInBy(
  request: Request,
  { email, password, remember, redirectTo }: LoginFields,
): Promise<{ to: string; headers: Headers }> {
  const account = await authenticator.authenticate("form", formRequest(request, { email, password }));
  const { headers } = await renewSession(request, { account, remember });
  return { to: redirectTarget(redirectTo, account.role), headers };
}

/** The strategy reads a form; the body that came has been read, with its limits, before. */
function formRequest(request: Request, fields: { email: string; password: string }): Request {
  return new Request(request.url, {
    method: "POST",
    headers: { [CLIENT_ADDRESS]: clientAddressOf(request) },
    body: new URLSearchParams(fields),
  });
}
