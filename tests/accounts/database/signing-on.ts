import { afterAll, beforeAll, beforeEach } from "vitest";
import { db, prisma } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { action as security } from "~/accounts/screens/security/route";
import { loader as callback } from "~/accounts/screens/login-callback/route";
import { action as begin } from "~/accounts/screens/login-with/route";
import { type OpenidProvider, startOpenidProvider } from "../../support/openid-provider";
import { aVisitor, cookiesOf } from "../../support/visitor";
import { aTenant, type TenantInWorld } from "../../support/world";
import { aVisit, type Browser, get, post, thrownBy, type Visit } from "./screens/visit";

const CLIENT = "millrace-tests";

/** The provider of a file's tests, and the person of the present test as the provider knows them. */
export interface SigningOn {
  provider: OpenidProvider;
  email: string;
  subject: string;
}

/** A provider that is configured as 'Acme ID' and as GitHub, for the tests of a file; each test has its own person. */
export function useOpenidProvider(): SigningOn {
  const here = {} as SigningOn;
  const before = { ...env };
  let counter = 0;
  beforeAll(async () => {
    here.provider = await startOpenidProvider(CLIENT);
    const { issuer } = here.provider;
    Object.assign(env, {
      ...{ OPENID_ISSUER: issuer, OPENID_CLIENT_ID: CLIENT, OPENID_CLIENT_SECRET: "secret", OPENID_LABEL: "Acme ID" },
      ...{ GITHUB_ORIGIN: issuer, GITHUB_CLIENT_ID: CLIENT, GITHUB_CLIENT_SECRET: "secret" },
    });
  });
  afterAll(async () => {
    Object.assign(env, before);
    await here.provider.stop();
  });
  beforeEach(async () => {
    await db.query(`delete from login_limit`);
    counter += 1;
    const [email, subject] = [`sso${counter}@people.example`, `subject-${counter}`];
    Object.assign(here, { email, subject });
    here.provider.says = { sub: subject, email, email_verified: true, name: "Sam Sign-On" };
    here.provider.forges = false;
    here.provider.meanwhile = () => Promise.resolve();
  });
  return here;
}

/** The redirect to the provider: its address, and the browser with its cookies. */
export async function onward<B extends Browser>(
  call: Promise<unknown>,
  args: ReturnType<typeof post>,
  browser: B,
): Promise<{ url: string; browser: B }> {
  await thrownBy(call);
  const page = args.context.facts?.file;
  if (!page) throw new Error("no page leads on to the provider");
  const url = /content="0;url=([^"]+)"/.exec(await page.text())?.[1]?.replaceAll("&amp;", "&") ?? "";
  return { url, browser: { ...browser, cookies: `${browser.cookies}; ${cookiesOf(page)}` } };
}

/** A login that a visitor has started. */
export async function begun(at: "openid" | "github" = "openid", redirectTo = "") {
  const browser = aVisitor();
  const args = post(browser, `/login/with/${at}`, { redirectTo }, { provider: at });
  return await onward(begin(args), args, browser);
}

export async function comeBack(browser: Browser, path: string, at = "openid"): Promise<Response> {
  return await callback(get(browser, path, { provider: at }));
}

/** A whole login; `change` replaces parts of what the browser brings back. */
export async function logInAt({ provider }: SigningOn, change: Record<string, string> = {}): Promise<Response> {
  const { url, browser } = await begun();
  return await comeBack(browser, provider.comeBack(url, change));
}

export async function linkFrom({ provider }: SigningOn, visit: Visit): Promise<Response> {
  const args = post(visit, "/user/security", { intent: "identity-link", provider: "openid" });
  const { url, browser } = await onward(security(args), args, visit);
  return await comeBack(browser, provider.comeBack(url));
}

/** Somebody with a password who has linked the account of the test's person. */
export async function aLinkedOwner(here: SigningOn): Promise<{ owner: TenantInWorld; visit: Visit; id: number }> {
  const owner = await aTenant();
  const visit = await aVisit({ userId: owner.userId });
  await linkFrom(here, visit);
  const { id } = await prisma.identity.findFirstOrThrow({ where: { userId: owner.userId } });
  return { owner, visit, id };
}
