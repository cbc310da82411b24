import { describe, expect, it } from "vitest";
import { db, prisma } from "~/platform/db.server";
import {
  EMAIL_NOT_TOLD,
  EMAIL_NOT_USABLE,
  EMAIL_NOT_VERIFIED,
  logInByIdentity,
} from "~/accounts/log-in-by-identity.server";
import { M } from "~/messages";
import { action as confirmLink, loader as showLink } from "~/accounts/screens/link/route";
import { loader as login } from "~/accounts/screens/login/route";
import { action as begin } from "~/accounts/screens/login-with/route";
import { aVisitor, cookiesOf } from "../../support/visitor";
import { aTenant } from "../../support/world";
import { answerOf, aVisit, get, noticeIn, post } from "./screens/visit";
import { mailsTo } from "../../staff/database/users/mails";
import { aLinkedOwner, begun, comeBack, logInAt, onward, useOpenidProvider } from "./signing-on";
import { storedPasskey } from "./with-passkeys";

const here = useOpenidProvider();

const userOf = async (address: string) => await prisma.user.findUnique({ where: { email: address } });
const sessionsOf = async (userId: number) => await prisma.session.count({ where: { userId } });

describe("Logging in with an OpenID provider", () => {
  it("creates an account for a verified address, confirmed and without a password, and recognizes it later", async () => {
    expect((await login(get(aVisitor(), "/login"))).providers).toContainEqual({ id: "openid", label: "Acme ID" });
    const first = await logInAt(here);
    expect([first.status, first.headers.get("Location")]).toEqual([303, "/tasks"]);
    const user = await userOf(here.email);
    expect(user).toMatchObject({ state: "active", passwordHash: null, name: "Sam Sign-On", role: "customer" });
    here.provider.says = { ...here.provider.says, email: "renamed@elsewhere.example" };
    await logInAt(here);
    expect(await sessionsOf(user?.id ?? 0)).toBe(2);
    expect(await userOf("renamed@elsewhere.example")).toBeNull();
  });

  it("returns to the requested page, and never to another site", async () => {
    for (const [wanted, to] of [
      ["/billing", "/billing"],
      ["https://evil.example/", "/tasks"],
    ] as const) {
      const { url, browser } = await begun("openid", wanted);
      expect((await comeBack(browser, here.provider.comeBack(url))).headers.get("Location")).toBe(to);
    }
  });

  it.each([
    ["another nonce", () => ({ says: { nonce: "another" } })],
    ["another audience", () => ({ says: { aud: "another-client" } })],
    ["another issuer", () => ({ says: { iss: "https://evil.example" } })],
    ["an id token that has expired", () => ({ says: { exp: Math.floor(Date.now() / 1000) - 600 } })],
    ["a foreign signature", () => ({ forges: true })],
    ["another state", () => ({ change: { state: "another" } })],
    ["an error", () => ({ change: { error: "access_denied" } })],
  ])("refuses %s", async (_what, make) => {
    const {
      says = {},
      forges = false,
      change = {},
    } = make() as { says?: object; forges?: boolean; change?: Record<string, string> };
    Object.assign(here.provider.says, says);
    here.provider.forges = forges;
    const answer = await logInAt(here, change);
    expect(answer.headers.get("Location")).toBe("/login");
    expect(noticeIn(answer, "/login")).toMatchObject({
      retcode: "ERROR",
      message: expect.stringContaining("Acme ID") as string,
    });
    expect(await userOf(here.email)).toBeNull();
  });

  it("refuses another browser than the one that began it, and a repeated answer", async () => {
    const { url, browser } = await begun();
    const path = here.provider.comeBack(url);
    expect(noticeIn(await comeBack(aVisitor(), path), "/login")).toMatchObject({ retcode: "ERROR" });
    expect((await comeBack(browser, path)).headers.get("Location")).toBe("/tasks");
    expect((await comeBack(browser, path)).headers.get("Location")).toBe("/login");
  });

  it("of two tabs lets the newer one in, also where the older one comes back first", async () => {
    const older = await begun();
    const args = post(older.browser, "/login/with/openid", { redirectTo: "" }, { provider: "openid" });
    const newer = await onward(begin(args), args, older.browser);
    // A browser keeps one cookie per name.
    newer.browser.cookies = newer.browser.cookies.replace(/millrace_provider=[^;]+; /, "");
    const first = await comeBack(newer.browser, here.provider.comeBack(older.url));
    expect([first.headers.get("Location"), first.headers.get("Set-Cookie")]).toEqual([
      "/login",
      expect.not.stringContaining("millrace_provider=;") as string,
    ]);
    expect((await comeBack(newer.browser, here.provider.comeBack(newer.url))).headers.get("Location")).toBe("/tasks");
  });

  it.each([
    ["is not verified", { email_verified: false }],
    ["is not there", { email: "" }],
    ["is none", { email: "a,b@people.example" }],
  ])("creates no account for an address that %s", async (_what, says) => {
    Object.assign(here.provider.says, says);
    const answer = await logInAt(here);
    expect(noticeIn(answer, "/login")).toMatchObject({ retcode: "ERROR" });
    expect(await prisma.identity.count({ where: { subject: here.subject } })).toBe(0);
  });

  it("requested by the same person twice at once creates one account", async () => {
    const attempts = [await begun(), await begun(), await begun()];
    const answers = await Promise.all(
      attempts.map(({ url, browser }) => comeBack(browser, here.provider.comeBack(url))),
    );
    expect(answers.map(({ headers }) => headers.get("Location"))).toEqual(["/tasks", "/tasks", "/tasks"]);
    expect(await prisma.identity.count({ where: { subject: here.subject } })).toBe(1);
  });

  it("with the address of an account links nothing until its owner has logged in and agreed", async () => {
    const owner = await aTenant({ email: here.email });
    const answer = await logInAt(here);
    expect(answer.headers.get("Location")).toBe("/login?redirectTo=/user/link");
    expect(await prisma.identity.count({ where: { userId: owner.userId } })).toBe(0);
    const visit = await aVisit({ userId: owner.userId });
    const linking = { ...visit, cookies: `${visit.cookies}; ${cookiesOf(answer)}` };
    const stranger = await aVisit({ userId: (await aTenant()).userId });
    const elsewhere = { ...stranger, cookies: `${stranger.cookies}; ${cookiesOf(answer)}` };
    expect((await showLink(get(elsewhere, "/user/link"))).waiting).toBeNull();
    expect(await answerOf(await confirmLink(post(elsewhere, "/user/link", {})))).toMatchObject({ status: 422 });
    expect((await showLink(get(linking, "/user/link"))).waiting).toEqual({ label: "Acme ID", email: here.email });
    expect(await answerOf(await confirmLink(post(linking, "/user/link", {})))).toMatchObject({
      location: "/user/security",
    });
    expect((await mailsTo(here.email)).at(-1)?.subject).toBe("Acme ID was added as a way to log in to Millrace");
    expect((await logInAt(here)).headers.get("Location")).toBe("/tasks");
  });

  it("asks for the code if two-factor is on, and refuses suspended and closed accounts", async () => {
    const { owner } = await aLinkedOwner(here);
    const held = await sessionsOf(owner.userId);
    await db.query(`update user_account set totp_confirmed_at = now(), totp_secret = 'x' where id = $1`, [
      owner.userId,
    ]);
    expect((await logInAt(here)).headers.get("Location")).toBe("/two-factor");
    await db.query(`update user_account set state = 'suspended', totp_confirmed_at = null where id = $1`, [
      owner.userId,
    ]);
    expect(noticeIn(await logInAt(here), "/login")).toMatchObject({ message: M.suspended });
    expect(await sessionsOf(owner.userId)).toBe(held);
  });
});

describe("An address that somebody registered and nobody confirmed (decision 0493)", () => {
  it("goes to the person that a provider identifies, and nothing of the registration is left", async () => {
    const stranger = await aTenant({ email: here.email, state: "unverified" });
    const strangers = await aVisit({ userId: stranger.userId });
    await storedPasskey(stranger.userId);
    await db.query(
      `insert into identity (user_id, provider, issuer, subject, email, linked_at) values ($1, $2, $3, $4, '', now())`,
      [...[stranger.userId, "openid", here.provider.issuer, "the-strangers"]],
    );
    await db.query(
      `insert into conversation (token, user_id, email, name, subject, source, last_at, created_at)
       values ('stranger-1', $1, 'stranger@people.example', 'S', 'Help', 'contact', now(), now()), ('stranger-2', $1, '', 'S', 'Help', 'chat', now(), now())`,
      [stranger.userId],
    );
    const answer = await logInAt(here);
    expect(answer.headers.get("Location")).toBe("/tasks");
    expect(await db.query(`select user_id, email from conversation where token like 'stranger-%' order by id`)).toEqual(
      [
        { user_id: null, email: "stranger@people.example" },
        { user_id: null, email: here.email },
      ],
    );
    expect(await userOf(here.email)).toMatchObject({
      ...{ id: stranger.userId, state: "active", passwordHash: null, name: "Sam Sign-On", contested: false },
    });
    expect(await prisma.session.count({ where: { id: strangers.sessionId } })).toBe(0);
    expect(await prisma.passkey.count({ where: { userId: stranger.userId } })).toBe(0);
    expect(await prisma.identity.findMany({ where: { userId: stranger.userId } })).toMatchObject([
      { subject: here.subject },
    ]);
    expect((await logInAt(here)).headers.get("Location")).toBe("/tasks");
  });

  it("stays as it is for an address for which the provider does not vouch", async () => {
    const stranger = await aTenant({ email: here.email, state: "unverified" });
    here.provider.says = { ...here.provider.says, email_verified: false };
    expect(noticeIn(await logInAt(here), "/login")).toMatchObject({ message: EMAIL_NOT_VERIFIED });
    expect(await userOf(here.email)).toMatchObject({ id: stranger.userId, state: "unverified" });
  });
});

it("An address that its former account can take back makes no account until then (6.8)", async () => {
  const owner = await aTenant();
  const now = Date.now();
  await db.query(
    `insert into email_change
       (user_id, old_email, new_email, confirm_hash, back_hash, asked_at, confirm_until, state, changed_at, back_until)
     values ($1, $2, $3, $4, $5, $6, $6, 'changed', $6, $7)`,
    [
      ...[owner.userId, here.email, owner.email, `confirm-${here.email}`, `back-${here.email}`],
      ...[new Date(now - 60_000), new Date(now + 86_400_000)],
    ],
  );
  const answer = await logInAt(here);
  expect(noticeIn(answer, "/login")).toMatchObject({
    message: expect.stringContaining("belonged to another account until recently") as string,
  });
  expect(await userOf(here.email)).toBeNull();
});

it("A letter that only becomes a plain one in lower case is not that letter", async () => {
  here.provider.says = { ...here.provider.says, email: `\u212Aelvin@people.example` };
  expect(noticeIn(await logInAt(here), "/login")).toMatchObject({ message: EMAIL_NOT_USABLE });
  expect(await userOf("kelvin@people.example")).toBeNull();
});

describe("A claim that is null counts as absent (F9b)", () => {
  it("admits a user without a name there", async () => {
    here.provider.says = { ...here.provider.says, name: null };
    expect((await logInAt(here)).headers.get("Location")).toBe("/tasks");
    expect(await userOf(here.email)).toMatchObject({ state: "active", name: here.email.split("@")[0] });
  });

  it("logs in a user who linked the account before, even with null fields", async () => {
    await aLinkedOwner(here);
    here.provider.says = { sub: here.subject, name: null, email: null, email_verified: null };
    expect((await logInAt(here)).headers.get("Location")).toBe("/tasks");
  });

  it("names what the provider left out", async () => {
    const { says } = here.provider;
    here.provider.says = { ...says, email: null };
    expect(noticeIn(await logInAt(here), "/login")).toMatchObject({ message: EMAIL_NOT_TOLD });
    here.provider.says = { ...says, email_verified: null };
    expect(noticeIn(await logInAt(here), "/login")).toMatchObject({ message: EMAIL_NOT_VERIFIED });
  });
});

describe("Logging in with GitHub", () => {
  it("uses the provider's user number and the verified primary address", async () => {
    here.provider.github = {
      user: { id: 9001, login: "octo", name: null },
      emails: [
        { email: "old@people.example", primary: false, verified: true },
        { email: here.email.toUpperCase(), primary: true, verified: true },
      ],
    };
    const { url, browser } = await begun("github");
    expect((await comeBack(browser, here.provider.comeBack(url), "github")).headers.get("Location")).toBe("/tasks");
    expect(await userOf(here.email)).toMatchObject({ state: "active", name: "octo" });
  });

  it("creates no account for an unverified primary address", async () => {
    here.provider.github = {
      user: { id: 9002, login: "octo", name: "Octo" },
      emails: [{ email: here.email, primary: true, verified: false }],
    };
    const { url, browser } = await begun("github");
    const answer = await comeBack(browser, here.provider.comeBack(url), "github");
    expect(noticeIn(answer, "/login")).toMatchObject({ message: EMAIL_NOT_VERIFIED });
  });
});

it("The same subject of another issuer is a different user", async () => {
  await logInAt(here);
  const proven = {
    provider: "openid" as const,
    ...{
      issuer: "https://other.example",
      subject: here.subject,
      email: `other-${here.email}`,
      emailVerified: true,
      name: "",
    },
  };
  const outcome = await logInByIdentity({ proven, ip: "a", now: new Date() });
  expect("account" in outcome && outcome.account.email).toBe(`other-${here.email}`);
});
