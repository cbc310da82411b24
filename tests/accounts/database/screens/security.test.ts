import { beforeAll, describe, expect, it } from "vitest";
import { prisma } from "~/platform/db.server";
import { M } from "~/messages";
import { KEY_UNREADABLE } from "~/accounts/read-api-key.server";
import { action, loader } from "~/accounts/screens/security/route";
import { aTenant, type TenantInWorld } from "../../../support/world";
import { answerOf, aVisit, get, noticeOf, post } from "./visit";

const OLD_LOGIN_S = 16 * 60;

let owner: TenantInWorld;

beforeAll(async () => {
  owner = await aTenant();
});

describe("The security screen", () => {
  it("shows the API key masked, and in full only on request", async () => {
    const visit = await aVisit({ userId: owner.userId });
    const shown = await loader(get(visit, "/user/security"));
    expect(JSON.stringify(shown)).not.toContain(owner.apiKey);
    expect(shown.maskedKey).toBe(`mr_…${owner.apiKey.slice(-4)}`);
    const answer = await answerOf(await action(post(visit, "/user/security", { intent: "show-key" })));
    expect(answer).toMatchObject({ status: 200, data: { shownKey: owner.apiKey } });
  });

  it("asks for a new key if the old one was encrypted with a lost secret; the new one can be shown", async () => {
    const { userId } = await aTenant();
    const visit = await aVisit({ userId });
    await prisma.apiKey.updateMany({ where: { userId }, data: { encrypted: "A".repeat(96) } });
    const send = async (intent: string) => await answerOf(await action(post(visit, "/user/security", { intent })));
    expect(await send("show-key")).toMatchObject({ status: 422, data: { message: KEY_UNREADABLE } });
    await send("new-key");
    expect(await send("show-key")).toMatchObject({ status: 200 });
  });

  it("asks for the password if the login is over 15 minutes old", async () => {
    const visit = await aVisit({ userId: owner.userId, loginAgoS: OLD_LOGIN_S });
    expect((await loader(get(visit, "/user/security"))).askPassword).toBe(true);
    const refused = await answerOf(await action(post(visit, "/user/security", { intent: "show-key" })));
    expect(refused).toMatchObject({ status: 422, data: { message: M.currentPasswordRequired } });
    const wrong = { intent: "show-key", password: "not-the-one" };
    expect(await answerOf(await action(post(visit, "/user/security", wrong)))).toMatchObject({
      status: 422,
      data: { message: "That password is wrong." },
    });
    const fields = { intent: "show-key", password: owner.password };
    expect((await answerOf(await action(post(visit, "/user/security", fields)))).status).toBe(200);
  });

  it("creates a new key and ends the old one at once", async () => {
    const other = await aTenant();
    const visit = await aVisit({ userId: other.userId });
    const { data } = await answerOf(await action(post(visit, "/user/security", { intent: "new-key" })));
    expect(data).toMatchObject({ shownKey: expect.stringMatching(/^mr_[\w-]{43}$/) as string });
    expect(data).not.toMatchObject({ shownKey: other.apiKey });
    expect(await prisma.apiKey.count({ where: { userId: other.userId, revokedAt: null } })).toBe(1);
  });

  it("lists the sessions and ends another one of the user, never another user's", async () => {
    const visit = await aVisit({ userId: owner.userId });
    const elsewhere = await aVisit({ userId: owner.userId });
    const stranger = await aVisit({ userId: (await aTenant()).userId });
    const { sessions } = await loader(get(visit, "/user/security"));
    expect(sessions.find((session) => session.id === visit.sessionId)?.current).toBe(true);
    expect(sessions.some((session) => session.id === stranger.sessionId)).toBe(false);

    for (const { sessionId } of [elsewhere, stranger]) {
      await action(post(visit, "/user/security", { intent: "end-session", id: sessionId }));
    }
    expect(await noticeOf(visit)).toEqual({ retcode: "OK", message: "Session ended." });
    expect(await prisma.session.count({ where: { id: elsewhere.sessionId } })).toBe(0);
    expect(await prisma.session.count({ where: { id: stranger.sessionId } })).toBe(1);
  });

  it("ends all other sessions of the user at once, but not this one", async () => {
    const visit = await aVisit({ userId: owner.userId });
    await aVisit({ userId: owner.userId });
    const stranger = await aVisit({ userId: (await aTenant()).userId });
    expect(await answerOf(await action(post(visit, "/user/security", { intent: "end-others" })))).toMatchObject({
      status: 303,
    });
    const left = await prisma.session.findMany({ where: { userId: owner.userId }, select: { id: true } });
    expect(left).toEqual([{ id: visit.sessionId }]);
    expect(await prisma.session.count({ where: { id: stranger.sessionId } })).toBe(1);
  });
});
