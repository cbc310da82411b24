import { beforeEach, describe, expect, it } from "vitest";
import { confirmEmail } from "~/accounts/inside/confirm-email.server";
import { logIn } from "~/accounts/log-in.server";
import { awaitedAddress } from "~/platform/http/awaited-address.server";
import { action as logOut } from "~/accounts/screens/logout/route";
import { action as resend, loader as showWaiting } from "~/accounts/screens/resend/route";
import { action as confirm, loader as showLink } from "~/accounts/screens/verify/route";
import { aVisitor } from "../../support/visitor";
import { aTenant } from "../../support/world";
import { answerOf, aVisit, type Browser, get, post, thrownBy } from "./screens/visit";
import { mailsTo, tokenTo } from "../../staff/database/users/mails";
import { PASSWORD, registerAs } from "./registering";

let visit: Browser;

beforeEach(() => {
  visit = aVisitor();
});

const register = async (given: Record<string, string> = {}) => await registerAs(visit, given);
const awaitingCookie = (email: string) => awaitedAddress.keep({ email, next: null }, new Date()).replace(/;.*/, "");

describe("Visitors waiting for the mail", () => {
  const KNOWN = "You already have a Millrace account";
  /** The browser after registering. */
  async function registered(given: Record<string, string> = {}) {
    const { sent, cookies } = await register(given);
    return { email: sent.email, browser: { ...visit, cookies: `${visit.cookies}; ${cookies}` } };
  }
  const sendAgain = async (browser: Browser) => await answerOf(await resend(post(browser, "/verify", {})));

  it("see the address and can resend the link, which confirms the registration and logs this browser in", async () => {
    const { email, browser } = await registered();
    expect(await showWaiting(get(browser, "/verify"))).toMatchObject({ email, loggedIn: false });
    expect(await sendAgain(browser)).toMatchObject({ status: 303, location: "/verify" });
    expect(await mailsTo(email)).toHaveLength(2);
    const token = await tokenTo(email, "verify");
    // The page presses its own button there, and in no other browser, such as that of a mail scanner.
    const shown = async (who: Browser) => (await showLink(get(who, `/verify/${token}`, { token }))).link;
    expect(await shown(aVisitor())).toMatchObject({ email, isOwn: false });
    expect(await shown(browser)).toMatchObject({ email, isOwn: true });
    const answer = await confirm(post(browser, `/verify/${token}`, {}, { token }));
    expect(await answerOf(answer)).toMatchObject({ status: 303, location: "/tasks" });
    expect(await logIn({ email, password: PASSWORD, ip: "a", now: new Date() })).toMatchObject({ state: "active" });
  });

  it("read when to look again after three mails in an hour", async () => {
    const { email, browser } = await registered();
    for (let count = 1; count <= 3; count += 1) expect((await sendAgain(browser)).status).toBe(303);
    expect(await sendAgain(browser)).toMatchObject({
      status: 429,
      data: { message: expect.stringMatching(/spam folder, or have another one sent in \d+ minutes/) as string },
    });
    expect(await mailsTo(email)).toHaveLength(4);
  });

  it("learn nothing about another account at the address: its owner reads that in the mail", async () => {
    const owner = await aTenant();
    const { browser } = await registered({ email: owner.email });
    expect(await showWaiting(get(browser, "/verify"))).toMatchObject({ email: owner.email });
    expect(await sendAgain(browser)).toMatchObject({ status: 303, location: "/verify" });
    expect((await mailsTo(owner.email)).map(({ subject }) => subject)).toEqual([KNOWN, KNOWN]);
  });

  it("get no link of another browser's registration", async () => {
    const { email } = await registered();
    const other = aVisitor();
    const copied = { ...other, cookies: `${other.cookies}; ${awaitingCookie(email)}` };
    expect(await sendAgain(copied)).toMatchObject({ status: 303 });
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("see the form if nothing was registered, or the cookie is not ours", async () => {
    expect((await thrownBy(showWaiting(get(visit, "/verify")))).headers.get("Location")).toBe("/register");
    const forged = { ...visit, cookies: `${visit.cookies}; millrace_registered=zzz.e30.AAAA` };
    expect((await thrownBy(showWaiting(get(forged, "/verify")))).headers.get("Location")).toBe("/register");
    expect((await thrownBy(resend(post(forged, "/verify", {})))).headers.get("Location")).toBe("/register");
  });

  it("see the same when logged in, until the address is confirmed", async () => {
    const { email } = await registered();
    const { userId } = await logIn({ email, password: PASSWORD, ip: "a", now: new Date() });
    const session = await aVisit({ userId });
    expect(await showWaiting(get(session, "/verify"))).toMatchObject({ email, loggedIn: true });
    const token = await tokenTo(email, "verify");
    expect(await showLink(get(session, `/verify/${token}`, { token }))).toMatchObject({ link: { isOwn: true } });
    expect(await sendAgain(session)).toMatchObject({ status: 303, location: "/verify" });
    await confirmEmail({ token: await tokenTo(email, "verify"), now: new Date() });
    expect((await thrownBy(showWaiting(get(session, "/verify")))).headers.get("Location")).toBe("/user");
    // To register with another address you must log out first.
    const left = await logOut(post(session, "/logout", { redirectTo: "/register" }));
    expect((await answerOf(left)).location).toBe("/register");
  });
});
