import { beforeAll, describe, expect, it } from "vitest";
import { prisma } from "~/platform/db.server";
import { M } from "~/messages";
import { action as logIn, loader as showLogin } from "~/accounts/screens/login/route";
import { action as logOut } from "~/accounts/screens/logout/route";
import { action as acceptCookies } from "~/site/screens/cookie-notice/route";
import { action as pickTheme } from "~/site/screens/theme/route";
import { aTenant, type TenantInWorld } from "../../../support/world";
import { aVisitor } from "../../../support/visitor";
import { answerOf, aVisit, get, post, thrownBy } from "./visit";

let owner: TenantInWorld;

beforeAll(async () => {
  owner = await aTenant();
});

describe("The login form", () => {
  it("leads to the wanted screen under a new session (scenario 1)", async () => {
    const visit = aVisitor();
    const fields = { email: owner.email, password: owner.password, redirectTo: "/tasks?previous=1" };
    const answer = await logIn(post(visit, "/login", fields));
    expect(await answerOf(answer)).toMatchObject({ status: 303, location: "/tasks?previous=1" });
    expect(await prisma.session.count({ where: { userId: owner.userId } })).toBe(1);
  });

  it("never leads to another site (scenario 3)", async () => {
    const visit = aVisitor();
    const fields = { email: owner.email, password: owner.password, redirectTo: "//evil.example" };
    expect(await answerOf(await logIn(post(visit, "/login", fields)))).toMatchObject({ location: "/tasks" });
  });

  it("keeps email and remember, not the password, and shows M70", async () => {
    const visit = aVisitor();
    const fields = { email: "nobody@test.example", password: "wrong-password", remember: "1" };
    const answer = await answerOf(await logIn(post(visit, "/login", fields)));
    expect(answer).toMatchObject({ status: 422, data: { message: M.wrongCredentials } });
    expect(answer.data).toMatchObject({
      lastResult: { initialValue: { email: "nobody@test.example", remember: "1" } },
    });
    expect(JSON.stringify(answer.data)).not.toContain("wrong-password");
  });

  it("redirects a logged-in user", async () => {
    const visit = await aVisit({ userId: owner.userId });
    const answer = await thrownBy(showLogin(get(visit, "/login?redirectTo=%2Fkeys")));
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/keys"]);
  });
});

describe("Logging out", () => {
  it("ends the session and goes to the start page", async () => {
    const visit = await aVisit({ userId: owner.userId });
    const answer = await logOut(post(visit, "/logout", {}));
    expect(await answerOf(answer)).toMatchObject({ status: 303, location: "/" });
    expect(await prisma.session.count({ where: { id: visit.sessionId } })).toBe(0);
  });
});

describe("The cookie notice", () => {
  it("sets smc for 365 days and returns to the page (scenario 5)", async () => {
    const visit = aVisitor();
    const answer = await acceptCookies(post(visit, "/cookie-notice", { redirectTo: "/pricing?gpus=2" }));
    if (!(answer instanceof Response)) throw new Error("no redirect");
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/pricing?gpus=2"]);
    expect(answer.headers.get("Set-Cookie")).toContain("smc=1; Path=/; Max-Age=31536000");
  });

  it("does not lead to another site", async () => {
    const visit = aVisitor();
    const answer = await acceptCookies(post(visit, "/cookie-notice", { redirectTo: "//evil.example" }));
    expect(await answerOf(answer)).toMatchObject({ location: "/" });
  });
});

describe("The theme", () => {
  it.each([
    ["dark", "millrace_theme=dark; Path=/; Max-Age=31536000; SameSite=Lax"],
    ["system", "millrace_theme=; Path=/; Max-Age=0; SameSite=Lax"],
  ])("%s is kept by the browser, which stays on its page", async (theme, cookie) => {
    const answer = await pickTheme(post(aVisitor(), "/theme", { theme, redirectTo: "/faq?q=ssh" }));
    if (!(answer instanceof Response)) throw new Error("no redirect");
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/faq?q=ssh"]);
    expect(answer.headers.get("Set-Cookie")).toContain(cookie);
  });

  it("of an unknown theme is ignored, and returns to no other site", async () => {
    const other = await answerOf(await pickTheme(post(aVisitor(), "/theme", { theme: "pink", redirectTo: "/faq" })));
    expect(other.status).toBe(422);
    const away = await pickTheme(post(aVisitor(), "/theme", { theme: "dark", redirectTo: "//evil.example" }));
    expect(await answerOf(away)).toMatchObject({ location: "/" });
  });
});
