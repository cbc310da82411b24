import { beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { action, loader } from "~/usage/screens/ingestion/route";
import { rotateSource } from "~/usage/inside/intake/change-source.server";
import { makeSource } from "~/usage/inside/intake/make-source.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { answerOf, aVisit, get, post, thrownBy, type Visit } from "../../accounts/database/screens/visit";
import { aTenant, type TenantInWorld } from "../../support/world";

const PATH = "/dashboard/ingestion";
let admin: Visit;
let support: Visit;
let adminId: number;
let customer: TenantInWorld;

beforeAll(async () => {
  adminId = (await aTenant({ role: "admin", dollars: 0 })).userId;
  admin = await aVisit({ userId: adminId });
  support = await aVisit({ userId: (await aTenant({ role: "support", dollars: 0 })).userId });
  customer = await aTenant({ dollars: 0 });
});

const send = async (visit: Visit, fields: Record<string, string>) => await action(post(visit, PATH, fields));
const refusalOf = async (sent: Promise<unknown>) => (await answerOf(await sent)).data as FormAnswer;
const source = async (name: string) => {
  const found = (await loader(get(admin, PATH))).sources.find((one) => one.name === name);
  if (!found) throw new Error(`no source ${name}`);
  return found;
};

describe("Service keys (A2)", () => {
  test("an admin creates a source; its key is shown once, opens the intake and nothing else", async () => {
    const made = (await send(admin, { intent: "make-source", name: "  Gateway <b> " })) as Response;
    expect([made.status, made.headers.get("Cache-Control")]).toEqual([201, "no-store"]);
    const { shownKey } = (await made.json()) as { shownKey: { name: string; key: string } };
    expect(shownKey).toMatchObject({ name: "Gateway <b>", why: "made" });
    const page = JSON.stringify(await loader(get(admin, PATH)));
    expect(page).toContain("Gateway <b>");
    expect(page).not.toContain(shownKey.key);
    const [row] = await db.query<{ scope: string }>(
      `select scope from api_key where last4 = $1 and source_id is not null`,
      [shownKey.key.slice(-4)],
    );
    expect(row?.scope).toBe("usage");
  });

  test("a new key leaves the old one 24 hours; a confirmed revocation ends all", async () => {
    const by = { actorId: adminId, requestId: "test", now: new Date() };
    const { sourceId } = await makeSource({ name: "Rotated", ...by });
    await rotateSource({ sourceId, ...by });
    const { keys } = await source("Rotated");
    expect(keys).toHaveLength(2);
    expect(keys.map(({ endsTs }) => endsTs === null)).toEqual([true, false]);
    const leftS = (keys[1]?.endsTs ?? 0) - by.now.getTime() / 1000;
    expect(Math.round(leftS / 3600)).toBe(24);
    const id = String(sourceId);
    const asked = (await send(admin, { intent: "revoke-source", source_id: id })) as Response;
    expect([asked.status, await asked.json()]).toEqual([422, { askRevoke: { id: sourceId, name: "Rotated" } }]);
    expect((await source("Rotated")).revokedTs).toBeNull();
    expect(((await send(admin, { intent: "revoke-source", source_id: id, confirm: "1" })) as Response).status).toBe(
      303,
    );
    const ended = await source("Rotated");
    expect([ended.revokedTs === null, ended.keys]).toEqual([false, []]);
    expect((await thrownBy(send(admin, { intent: "rotate-source", source_id: id }))).status).toBe(404);
  });

  test("staff below admin read, and check events; they create, change and send nothing", async () => {
    expect((await loader(get(support, PATH))).mayWrite).toBe(false);
    for (const intent of ["make-source", "rotate-source", "revoke-source", "test-event"]) {
      const fields = { intent, name: "x", source_id: "1", confirm: "1", prompt_tokens: "1", generated_tokens: "1" };
      expect([intent, (await thrownBy(send(support, fields))).status]).toEqual([intent, 403]);
    }
  });
});

describe("Trying an event (A2)", () => {
  test("a test event goes through the intake: it counts, and its fault is shown in the intake's words", async () => {
    const { sourceId } = await makeSource({ name: "Tried", actorId: adminId, requestId: "test", now: new Date() });
    const event = { intent: "test-event", source_id: String(sourceId), model: "code-7b", kind: "chat" };
    const fields = { ...event, user: customer.email, prompt_tokens: "812", generated_tokens: "96", coins: "7" };
    expect(((await send(admin, fields)) as Response).status).toBe(303);
    const [stored] = await db.query(
      `select prompt_tokens::int as prompt, generated_tokens::int as generated, coins::int as coins, user_id as "userId"
       from usage_event where source_id = $1`,
      [sourceId],
    );
    expect(stored).toEqual({ prompt: 812, generated: 96, coins: 7, userId: customer.userId });
    const refused = await refusalOf(send(admin, { ...fields, user: "nobody@test.example" }));
    expect(refused).toMatchObject({ message: "No user with this email." });
    expect(refused.lastResult.initialValue).toMatchObject({ user: "nobody@test.example", prompt_tokens: "812" });
    expect(await source("Tried")).toMatchObject({
      ...{ accepted: 1, rejected: 1, reasons: [{ reason: "No user with this email.", events: 1 }] },
    });
  });

  test("a pasted event is checked in all its forms, and nothing is stored", async () => {
    const good = { key: "p-1", ts: Date.now() / 1000, model: "a/b_c", user: customer.email, kind: "agent" };
    const text = JSON.stringify({
      events: [
        { ...good, coins: 12 },
        { ...good, key: "p-2", user: "nobody@test.example" },
      ],
    });
    const answer = (await send(support, { intent: "check-event", text })) as Response;
    expect(await answer.json()).toMatchObject({
      checked: {
        text,
        result: {
          ...{ accepted: 1, duplicates: 0 },
          rejected: [{ index: 1, key: "p-2", message: "No user with this email." }],
          events: [
            { key: "p-1", model: "a/b_c", coins: 12, unpriced: false },
            { key: "p-2", coins: 0, unpriced: true },
          ],
        },
      },
    });
    const cloud = { specversion: "1.0", type: "usage", source: "gate", id: "c-1", subject: customer.email };
    const form = JSON.stringify({ ...cloud, time: new Date().toISOString(), data: { model: "m", kind: "chat" } });
    const judged = (await send(support, { intent: "check-event", text: form })) as Response;
    expect(await judged.json()).toMatchObject({ checked: { result: { accepted: 1, rejected: [] } } });
    const [count] = await db.query<{ events: number }>(
      `select count(*)::int as events from usage_event where key like 'p-%'`,
    );
    expect(count?.events).toBe(0);
    const refused = await refusalOf(send(support, { intent: "check-event", text: "{ no json" }));
    expect(refused.lastResult.error).toHaveProperty("text");
    expect(refused.lastResult.initialValue).toMatchObject({ text: "{ no json" });
  });
});
