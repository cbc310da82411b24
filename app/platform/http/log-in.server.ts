import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { M } from "~/messages";
import { Refusal } from "~/platform/refusal";
import type { Account } from "~/accounts/account.server";
import { type Flash, keepFlash } from "~/accounts/flash.server";
import { logIn } from "~/accounts/log-in.server";
import {
  findPendingLogin,
  isAppCode,
  keepPendingLogin,
  type PendingLogin,
  proveSecondFactor,
} from "~/accounts/pending-login.server";
import { presentTime } from "~/platform/time.server";
import { flashPath } from "./page-path";
import { redirectTarget } from "./redirect-target";
import { clientNetworkOf, type RouteArgs } from "./request-facts.server";
import { type Proven, renewSession } from "./session.server";
import { renewVisitor, visitorOf } from "./visitor.server";

interface LoginFields {
  email: string;
  password: string;
  remember: boolean;
  redirectTo?: string | undefined;
}

const authenticator = new Authenticator<Account>().use(
  new FormStrategy(({ form }) =>
    logIn({
      email: String(form.get("email") ?? ""),
      password: String(form.get("password") ?? ""),
      ip: String(form.get("network") ?? ""),
      now: presentTime(),
    }),
  ),
);

/** Target of the redirect after a login, and the headers with the new session's cookie. */
interface LoggedIn {
  to: string;
  headers: Headers;
}

/**
 * Logs in by email and password, for the login screen and for /ajaxlogin. With two-factor it makes a new visitor and
 * redirects to /two-factor; the user is logged in once the code is correct. The caller has checked the page token.
 * Refuses with M70, M71 and M13.
 */
export async function logInBy(
  args: RouteArgs,
  { email, password, remember, redirectTo: wanted }: LoginFields,
): Promise<LoggedIn> {
  const account = await authenticator.authenticate("form", formRequest(args, { email, password }));
  return await completeLogin(args, { account, remember, redirectTo: wanted });
}

/**
 * Continues a login after any proof of identity: to the code if two-factor is on, otherwise to a session. A proof that
 * was both factors needs no code.
 */
export async function completeLogin(
  args: RouteArgs,
  given: {
    account: Account;
    remember: boolean;
    redirectTo?: string | undefined;
    bothFactors?: boolean;
  },
): Promise<LoggedIn> {
  const { account, remember, redirectTo: wanted, bothFactors = false } = given;
  const redirectTo = targetOf(account, wanted);
  if (bothFactors || !account.twoFactor) return await begin(args, { account, remember, redirectTo });
  const { visitorId, setCookie } = renewVisitor(args);
  const { userId, loginEpoch } = account;
  await keepPendingLogin({ visitorId, userId, loginEpoch, remember, redirectTo, now: presentTime() });
  return { to: "/two-factor", headers: new Headers(setCookie ? { "Set-Cookie": setCookie } : {}) };
}

/**
 * Completes the login of /two-factor with a code; a recovery code adds the notice M331. Refuses with M313, M71, M13,
 * and with M72 when the login is too old.
 */
export async function logInByCode(args: RouteArgs, code: string): Promise<LoggedIn> {
  const now = presentTime();
  const pending = await pendingLoginOf(args);
  if (!pending) throw new Refusal(M.loginPageExpired);
  const account = await proveSecondFactor({ pending, code, now });
  const begun = await begin(args, { ...pending, account, pending });
  if (!isAppCode(code)) await keepFlash({ sessionId: begun.sessionId, flash: recoveryNotice(begun.to) });
  return begun;
}

/** Explains the next step to a user who lost their phone. */
function recoveryNotice(to: string): Flash {
  return { retcode: "OK", message: M.recoveryCodeUsed, path: flashPath(to) };
}

/** The login of this browser that awaits its second factor, if there is one. */
export async function pendingLoginOf(args: RouteArgs): Promise<PendingLogin | null> {
  const visitor = visitorOf(args);
  return visitor && (await findPendingLogin({ visitorId: visitor.visitorId, now: presentTime() }));
}

async function begin(
  args: RouteArgs,
  { redirectTo, ...proven }: Proven & { redirectTo: string },
): Promise<LoggedIn & { sessionId: string }> {
  const { session, headers } = await renewSession(args, proven);
  return { to: redirectTo, headers, sessionId: session.sessionId };
}

function targetOf(account: Account, wanted: string | undefined): string {
  return account.lacksTwoFactor ? "/user/security" : redirectTarget(wanted, account.role);
}

/** The strategy accepts only a form, and the request's own body has already been read, within its limits. */
function formRequest(args: RouteArgs, fields: { email: string; password: string }): Request {
  const body = new URLSearchParams({ ...fields, network: clientNetworkOf(args) });
  return new Request(args.request.url, { method: "POST", body });
}
