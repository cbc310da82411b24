import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { EVENT_TYPES } from "~/platform/event-types";
import { env } from "~/platform/env.server";
import { action, loader } from "~/accounts/screens/webhooks/route";
import { action as actionOfOne, loader as loaderOfOne } from "~/accounts/screens/webhook/route";
import { aTenant } from "../../../support/world";
import { answerOf, aVisit, get, noticeOf, post, thrownBy, type Visit } from "./visit";

const URL_OF_HOOK = "https://example.com/hooks";

let visit: Visit;
let endpointId: string;

const path = () => `/user/webhooks/${endpointId}`;
const load = async (of = visit) => await loaderOfOne(get(of, path(), { endpointId }));
const send = async (fields: Record<string, string>, of = visit) =>
  await answerOf(await actionOfOne(post(of, path(), fields, { endpointId })));

beforeAll(async () => {
  visit = await aVisit(await aTenant());
  const fields = { intent: "add", url: URL_OF_HOOK, description: "Deploys", event_types: "task.ended" };
  const { data } = await answerOf(await action(post(visit, "/user/webhooks", fields)));
  expect(data).toMatchObject({ secret: expect.stringMatching(/^whsec_/) as string });
  ({ endpointId } = data as { endpointId: string });
});

describe("The screens of webhooks (15.1)", () => {
  it("list endpoints, and show no secret twice", async () => {
    const shown = await loader(get(visit, "/user/webhooks"));
    expect(shown.endpoints).toMatchObject([
      { id: endpointId, url: URL_OF_HOOK, event_types: ["task.ended"], state: "on", last: null },
    ]);
    expect(JSON.stringify([shown, await load()])).not.toContain("whsec_");
  });

  it("show the refusal at the field and keep the typed values", async () => {
    const fields = { intent: "add", url: "https://127.0.0.1/", description: "<b>kept</b>", event_types: "task.ended" };
    expect(await answerOf(await action(post(visit, "/user/webhooks", fields)))).toMatchObject({
      status: 422,
      data: {
        lastResult: {
          error: { url: [M.webhookUrlPrivate] },
          initialValue: { description: "<b>kept</b>", event_types: "task.ended" },
        },
      },
    });
    const none = { intent: "change", url: URL_OF_HOOK };
    expect(await send(none)).toMatchObject({ status: 422, data: { message: M.webhookEventsRequired } });
  });

  it("change, test, send again, switch off and on, make a new secret", async () => {
    expect(await send({ intent: "change", url: `${URL_OF_HOOK}/2`, event_types: EVENT_TYPES[0] })).toMatchObject({
      status: 303,
    });
    expect((await load()).endpoint).toMatchObject({
      url: `${URL_OF_HOOK}/2`,
      description: "",
      event_types: [EVENT_TYPES[0]],
    });
    expect(await send({ intent: "test" })).toMatchObject({ status: 303 });
    const [row] = (await load()).rows;
    expect(row).toMatchObject({ type: "webhook.test", state: "waiting" });
    const last = { state: "waiting", created_ts: row?.created_ts };
    expect((await loader(get(visit, "/user/webhooks"))).endpoints).toMatchObject([{ last }]);
    expect(await send({ intent: "resend", id: row?.id ?? "" })).toMatchObject({ status: 303 });
    expect(await noticeOf(visit)).toMatchObject({ message: "The event is being sent again." });
    await send({ intent: "switch-off" });
    expect(await load()).toMatchObject({ endpoint: { state: "off" }, rows: [{ state: "failed" }] });
    expect(await send({ intent: "test" })).toMatchObject({ status: 422, data: { message: M.webhookOff } });
    await send({ intent: "switch-on" });
    expect(await send({ intent: "rotate" })).toMatchObject({
      status: 200,
      data: { secret: expect.stringMatching(/^whsec_/) as string },
    });
    expect((await load()).endpoint.old_secret_ts).toBeGreaterThan(Date.now() / 1000 + 23 * 3600);
  });

  it("require a confirmed address, and allow as many sends in total as the API", async () => {
    const newcomer = await aTenant();
    const theirs = await aVisit(newcomer);
    const fields = { intent: "add", url: URL_OF_HOOK, event_types: "task.ended" };
    const { data } = await answerOf(await action(post(theirs, "/user/webhooks", fields)));
    const { endpointId: own } = data as { endpointId: string };
    const ask = async (intent: string) =>
      await answerOf(await actionOfOne(post(theirs, path(), { ...fields, intent }, { endpointId: own })));
    const tests = await Promise.all(Array.from({ length: env.RATE_SEARCH_PER_MIN + 1 }, () => ask("test")));
    expect(tests.filter(({ status }) => status !== 303)).toHaveLength(1);
    await db.query(`update user_account set state = 'unverified' where id = $1`, [newcomer.userId]);
    for (const intent of ["change", "switch-off", "rotate", "test", "resend"])
      expect([intent, await ask(intent)]).toMatchObject([intent, { data: { message: M.confirmEmailFirst } }]);
    const added = await answerOf(await action(post(theirs, "/user/webhooks", fields)));
    expect(added).toMatchObject({ data: { message: M.confirmEmailFirst } });
  });

  it("require the password again after a while, where secrets are created or webhooks redirected", async () => {
    const person = await aTenant();
    const late = await aVisit({ userId: person.userId, loginAgoS: 3600 });
    const fields = { intent: "add", url: URL_OF_HOOK, event_types: "task.ended" };
    const add = async (more = {}) => await answerOf(await action(post(late, "/user/webhooks", { ...fields, ...more })));
    expect(await add()).toMatchObject({ data: { message: M.currentPasswordRequired } });
    const { endpointId: own } = (await add({ password: person.password })).data as { endpointId: string };
    const ask = async (more: Record<string, string>) =>
      await answerOf(await actionOfOne(post(late, path(), { ...fields, ...more }, { endpointId: own })));
    const elsewhere = { intent: "change", url: `${URL_OF_HOOK}/3` };
    for (const more of [{ intent: "rotate" }, elsewhere])
      expect(await ask(more)).toMatchObject({ data: { message: M.currentPasswordRequired } });
    expect(await ask({ intent: "change", description: "only this" })).toMatchObject({ status: 303 });
    expect(await ask({ ...elsewhere, password: person.password })).toMatchObject({ status: 303 });
  });

  it("are private: another tenant's endpoint, and an invalid one, is the page of 404", async () => {
    const other = await aVisit(await aTenant());
    expect((await thrownBy(load(other))).status).toBe(404);
    for (const intent of ["change", "switch-off", "rotate", "delete", "test"]) {
      const fields = { intent, url: URL_OF_HOOK, event_types: "task.ended" };
      expect([intent, (await thrownBy(send(fields, other))).status]).toEqual([intent, 404]);
    }
    const address = "/user/webhooks/none";
    expect((await thrownBy(Promise.resolve(loaderOfOne(get(visit, address, { endpointId: "none" }))))).status).toBe(
      404,
    );
  });

  it("delete leads to the list", async () => {
    expect(await send({ intent: "delete" })).toMatchObject({ status: 303, location: "/user/webhooks" });
    expect((await loader(get(visit, "/user/webhooks"))).endpoints).toEqual([]);
  });
});
