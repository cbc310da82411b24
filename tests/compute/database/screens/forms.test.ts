import { generateKeyPairSync } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { prisma } from "~/platform/db.server";
import { M } from "~/messages";
import { action as changeKeys, loader as showKeys } from "~/compute/screens/keys/route";
import { action as changeUser } from "~/accounts/screens/user/route";
import { aTenant, type TenantInWorld } from "../../../support/world";
import { answerOf, aVisit, get, noticeOf, post, thrownBy, type Visit } from "../../../accounts/database/screens/visit";

let owner: TenantInWorld;
let visit: Visit;

beforeAll(async () => {
  owner = await aTenant();
  visit = await aVisit({ userId: owner.userId });
});

describe("A form answers with a redirect, or with the typed values", () => {
  it("redirects to the screen itself with a notice, and the screen shows the change", async () => {
    const answer = await answerOf(await changeKeys(post(visit, "/keys", { intent: "save", ssh_public_key: aKey() })));
    expect(answer).toMatchObject({ status: 303, location: "/keys" });
    expect(await noticeOf(visit)).toEqual({ retcode: "OK", message: "Your SSH key has been saved." });
    const { keys } = await showKeys(get(visit, "/keys"));
    expect(keys.map((key) => key.name)).toContain("work machine");
  });

  it("keeps the typed values and shows its message when it is refused (422)", async () => {
    const typed = "-----BEGIN OPENSSH PRIVATE KEY-----";
    const answer = await answerOf(await changeKeys(post(visit, "/keys", { intent: "save", ssh_public_key: typed })));
    expect(answer.status).toBe(422);
    expect(answer.data).toMatchObject({
      intent: "save",
      message: M.privateSshKey,
      lastResult: { initialValue: { ssh_public_key: typed }, error: { ssh_public_key: [M.privateSshKey] } },
    });
  });

  it("returns with M14 when the page has expired, and changes nothing", async () => {
    const before = await prisma.user.findUniqueOrThrow({ where: { id: owner.userId } });
    const fields = { intent: "update-profile", name: "Somebody Else", _token: "expired" };
    const answer = await answerOf(await changeUser(post(visit, "/user", fields)));
    expect(answer).toMatchObject({ status: 403, data: { message: M.pageExpired } });
    expect(answer.data).toMatchObject({ lastResult: { initialValue: { name: "Somebody Else" } } });
    expect(await prisma.user.findUniqueOrThrow({ where: { id: owner.userId } })).toEqual(before);
  });

  it("never returns passwords", async () => {
    const fields = {
      intent: "password",
      email: owner.email,
      password: "short",
      password_confirmation: "short",
    };
    const answer = await answerOf(await changeUser(post(visit, "/user", fields)));
    expect(answer).toMatchObject({ status: 422, data: { message: M.passwordRules } });
    expect(JSON.stringify(answer.data)).not.toContain('short"');
  });

  it("does not touch keys of other tenants", async () => {
    const other = await aTenant();
    await answerOf(await changeKeys(post(visit, "/keys", { intent: "delete", id: String(other.sshKeyId) })));
    expect(await prisma.sshKey.count({ where: { id: other.sshKeyId } })).toBe(1);
  });

  it("refuses an intent that the screen does not know", async () => {
    expect((await thrownBy(changeKeys(post(visit, "/keys", { intent: "explode" })))).status).toBe(400);
  });
});

describe("A screen for customers", () => {
  it("sends visitors to the login and returns them (scenario 1)", async () => {
    const answer = await thrownBy(Promise.resolve(showKeys(get(null, "/keys"))));
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/login?redirectTo=%2Fkeys"]);
  });
});

function aKey(): string {
  const { publicKey } = generateKeyPairSync("ed25519");
  const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  const part = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);
  const body = Buffer.concat([part(Buffer.from("ssh-ed25519")), part(raw)]).toString("base64");
  return `ssh-ed25519 ${body} work machine`;
}
