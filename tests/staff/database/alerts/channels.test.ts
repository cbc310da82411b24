import { Webhook } from "standardwebhooks";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { env } from "~/platform/env.server";
import { db } from "~/platform/db.server";
import { acknowledgeAlert } from "~/staff/inside/alerts/acknowledge-alert.server";
import { switchRule } from "~/staff/inside/alerts/change-rules.server";
import { changeChannel, deleteChannel } from "~/staff/inside/alerts/change-channels.server";
import { listChannels } from "~/staff/inside/alerts/list-channels.server";
import { testChannel } from "~/staff/inside/alerts/test-channel.server";
import { sendAlerts } from "~/staff/send-alerts.server";
import { allowLoopback, aReceiver, type Receiver } from "../../../accounts/database/endpoints/receiver";
import { aNode, aTenant, theCatalogue } from "../../../support/world";
import { aChannel, aRule, at, mails, noAlerts, switchOn, theMailChannel, watch } from "./alert-world";

const ROUTING_KEY = "0123456789abcdef0123456789abcdef";
let operatorId: number;
let receiver: Receiver;
let answer: number[] = [];

beforeAll(async () => {
  allowLoopback();
  await theCatalogue();
  operatorId = (await aTenant({ role: "operator", dollars: 0 })).userId;
});
beforeEach(async () => {
  await noAlerts();
  answer = [];
  receiver = await aReceiver((_request, response) => void response.writeHead(answer.shift() ?? 202).end());
  Object.assign(env, { PAGERDUTY_EVENTS_URL: receiver.url });
});
afterEach(() => receiver.end());

const by = (minute: number) => ({ userId: operatorId, requestId: "test", now: at(minute) });
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const die = async (nodeName: string) => await aNode({ nodeName, health: "dead", now: at(0) });
const recover = async () => await db.query(`update node set health = 'healthy' where health = 'dead'`);
const aDeadRule = async (channelId: number, given: object = {}) =>
  await aRule({ name: "Dead", figure: "node.dead", severity: "critical", channels: [String(channelId)], ...given });

describe("A channel gets the format of its receiver (21.6)", () => {
  test("no name of a past that a restore took away comes again: receivers would take a new alert for an old one", async () => {
    const pager = await aChannel({ name: "Pager", kind: "pagerduty", target: ROUTING_KEY });
    const hook = await aChannel({ name: "Own", kind: "webhook", target: `${receiver.url}/own` });
    await aDeadRule(pager.channelId, { channels: [String(pager.channelId), String(hook.channelId)] });
    for (const minute of [0, 5]) {
      const nodeName = `fra1-again-${minute}`;
      await die(nodeName);
      await watch(minute);
      await sendAlerts({ now: at(minute) });
      await recover();
      for (const table of ["alert_message", "alert_told", "alert_cause", "alert"])
        await db.query(`truncate ${table} restart identity cascade`);
    }
    const keys = bodies().flatMap((body) => (typeof body["dedup_key"] === "string" ? [body["dedup_key"]] : []));
    const ids = receiver.received.flatMap(({ headers }) => headers["webhook-id"] ?? []);
    for (const names of [keys, ids]) {
      expect(names).toHaveLength(2);
      expect(new Set(names).size).toBe(2);
    }
  });

  test("PagerDuty: one incident for each alert, triggered, acknowledged and resolved", async () => {
    const { channelId } = await aChannel({ name: "Pager", kind: "pagerduty", target: ROUTING_KEY });
    await aDeadRule(channelId);
    await die("fra1-pd-1");
    await watch(0);
    await sendAlerts({ now: at(0) });
    const [alert] = await db.query<{ id: number }>(`select id from alert`);
    await acknowledgeAlert(by(1), { alertId: alert?.id ?? 0, note: "" });
    await recover();
    await watch(2);
    await sendAlerts({ now: at(2) });
    const key = `millrace-alert-${alert?.id}-${at(0).getTime() / 1000}`;
    const url = `${env.APP_ORIGIN}/dashboard/alerts/${alert?.id}`;
    expect(bodies()).toEqual([
      {
        ...{ routing_key: ROUTING_KEY, event_action: "trigger", dedup_key: key, client: "Millrace", client_url: url },
        links: [{ href: url, text: "Open in Millrace" }],
        payload: {
          ...{
            summary: "Critical: Dead: fra1-pd-1",
            source: "fra1",
            severity: "critical",
            timestamp: at(0).toISOString(),
          },
          ...{
            class: "node.dead",
            group: "fra1",
            custom_details: expect.objectContaining({ alerts: expect.any(Array) }),
          },
        },
      },
      { routing_key: ROUTING_KEY, event_action: "acknowledge", dedup_key: key },
      { routing_key: ROUTING_KEY, event_action: "resolve", dedup_key: key },
    ]);
  });

  test("Slack and Teams: text with a link, and what Slack would read as markup is escaped", async () => {
    const slack = await aChannel({ name: "Slack", kind: "slack", target: `${receiver.url}/slack` });
    const teams = await aChannel({ name: "Teams", kind: "teams", target: `${receiver.url}/teams` });
    await aRule({
      name: "A <!here> & b",
      figure: "node.dead",
      channels: [String(slack.channelId), String(teams.channelId)],
    });
    await die("fra1-chat-1");
    await watch(0);
    await sendAlerts({ now: at(0) });
    const of = (path: string) =>
      JSON.parse(receiver.received.find((one) => one.path.endsWith(path))?.body ?? "{}") as object;
    expect(of("/slack")).toEqual({
      text: "Warning: A &lt;!here&gt; &amp; b: fra1-chat-1",
      blocks: [
        {
          type: "section",
          text: { type: "mrkdwn", text: expect.stringMatching(/^\*Warning: A &lt;!here&gt; &amp; b/) },
        },
        {
          type: "context",
          elements: [{ type: "mrkdwn", text: expect.stringMatching(/^<http.+\|Open in Millrace>$/) }],
        },
      ],
    });
    expect(of("/teams")).toMatchObject({
      type: "message",
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          content: {
            ...{ type: "AdaptiveCard", version: "1.4", $schema: "http://adaptivecards.io/schemas/adaptive-card.json" },
            body: [{ type: "TextBlock", text: "Warning: A <!here> & b: fra1-chat-1" }, {}, {}, {}],
            actions: [{ type: "Action.OpenUrl", title: "Open in Millrace" }],
          },
        },
      ],
    });
  });

  test("a webhook: signed like those of customers, with all alerts' facts", async () => {
    const { channelId, secret } = await aChannel({ name: "Hook", kind: "webhook", target: receiver.url });
    await aDeadRule(channelId);
    await die("fra1-hook-1");
    await watch(0);
    await sendAlerts({ now: at(0) });
    const [got] = receiver.received;
    const timestamp = got?.headers["webhook-timestamp"];
    expect(timestamp).toBe(String(at(0).getTime() / 1000));
    const signature = new Webhook(secret ?? "").sign(String(got?.headers["webhook-id"]), at(0), got?.body ?? "");
    expect(got?.headers["webhook-signature"]).toBe(signature);
    expect(bodies()).toMatchObject([
      {
        type: "alert.opened",
        data: {
          severity: "critical",
          alerts: [{ rule: "Dead", cluster: "fra1", causes: 1, first_causes: ["fra1-hook-1"] }],
        },
      },
    ]);
  });
});

describe("A receiver that refuses (21.6)", () => {
  test("gets the message again later, and the end of an alert never before its beginning", async () => {
    const { channelId } = await aChannel({ name: "Pager", kind: "pagerduty", target: ROUTING_KEY });
    await switchOn("An alert channel fails");
    await db.query(`update alert_rule set for_minutes = 0 where name = 'An alert channel fails'`);
    await aDeadRule(channelId);
    await die("fra1-again-1");
    answer = [500, 500];
    await watch(0);
    await sendAlerts({ now: at(0) });
    expect(await listChannels()).toContainEqual(
      expect.objectContaining({ name: "Pager", error: "The answer was 500.", waiting: 1 }),
    );
    await recover();
    await watch(0.5);
    await sendAlerts({ now: at(0.5) });
    await sendAlerts({ now: at(1) });
    await sendAlerts({ now: at(2) });
    expect(bodies()).toHaveLength(2);
    await watch(2);
    expect(await mails()).toEqual(["Critical: An alert channel fails: Pager"]);
    await sendAlerts({ now: at(3) });
    expect(bodies().map((body) => body["event_action"])).toEqual(["trigger", "trigger", "trigger", "resolve"]);
    expect(await listChannels()).toContainEqual(
      expect.objectContaining({ name: "Pager", error: "", failingSince: null, waiting: 0 }),
    );
  });

  test("for hours is given up, and what waits for a deleted channel is not sent", async () => {
    const { channelId } = await aChannel({ name: "Hook", kind: "webhook", target: receiver.url });
    await aDeadRule(channelId);
    await die("fra1-never-1");
    answer = Array(20).fill(503) as number[];
    await watch(0);
    for (let minute = 0; minute < 400; minute += 1) await sendAlerts({ now: at(minute) });
    expect(receiver.received).toHaveLength(9);
    expect(await db.query(`select state, attempts from alert_message`)).toEqual([{ state: "failed", attempts: 9 }]);

    const slow = await aChannel({ name: "Slow", kind: "webhook", target: receiver.url });
    await aRule({ name: "Also dead", figure: "node.dead", channels: [String(slow.channelId)] });
    await watch(400);
    await deleteChannel(by(400), { channelId: slow.channelId });
    await sendAlerts({ now: at(401) });
    expect(receiver.received).toHaveLength(9);
    expect(await db.query(`select secret, signing_secret from alert_channel where name = 'Slow'`)).toEqual([
      { secret: null, signing_secret: null },
    ]);
  });
});

test("a storm is at most so many messages an hour, and the last one tells of the rest (21.5)", async () => {
  const { channelId } = await aChannel({ name: "Chat", kind: "slack", target: receiver.url, hourly_max: "3" });
  for (let rule = 1; rule <= 8; rule += 1)
    await aRule({ name: `Dead ${rule}`, figure: "node.dead", channels: [String(channelId)] });
  await die("fra1-storm-1");
  await watch(0, 30);
  await sendAlerts({ now: at(30) });
  // They are sent side by side, so their order is open.
  const texts = (from: number) =>
    bodies()
      .slice(from)
      .map(({ text }) => String(text))
      .sort();
  expect(texts(0)).toEqual(["6 alerts", "Warning: Dead 1: fra1-storm-1", "Warning: Dead 2: fra1-storm-1"]);
  await recover();
  await watch(31, 62);
  await sendAlerts({ now: at(62) });
  expect(texts(3)).toEqual([
    ...["Over: 6 alerts", "Over: Warning: Dead 1: fra1-storm-1", "Over: Warning: Dead 2: fra1-storm-1"],
  ]);
});

test("PagerDuty's incident of all the rest is resolved once the last alert in it is over (21.5)", async () => {
  const { channelId } = await aChannel({ name: "Pager", kind: "pagerduty", target: ROUTING_KEY, hourly_max: "2" });
  const rules: number[] = [];
  for (let rule = 1; rule <= 4; rule += 1) rules.push(await aDeadRule(channelId, { name: `Dead ${rule}` }));
  await die("fra1-rest-1");
  await watch(0);
  await sendAlerts({ now: at(0) });
  const key = `millrace-digest-${channelId}`;
  const ofRest = () =>
    bodies()
      .filter((body) => body["dedup_key"] === key)
      .map((body) => body["event_action"]);
  expect(ofRest()).toEqual(["trigger"]);
  for (const ruleId of rules.slice(0, 3)) await switchRule(by(1), { ruleId, isOn: false });
  await watch(1);
  await sendAlerts({ now: at(1) });
  expect(ofRest()).toEqual(["trigger"]);
  await recover();
  await watch(2);
  await sendAlerts({ now: at(2) });
  expect(ofRest()).toEqual(["trigger", "resolve"]);
});

test("the end of all the rest waits for its beginning to arrive (21.6)", async () => {
  const { channelId } = await aChannel({ name: "Pager", kind: "pagerduty", target: ROUTING_KEY, hourly_max: "1" });
  await aDeadRule(channelId, { name: "Dead 1" });
  await aDeadRule(channelId, { name: "Dead 2" });
  await die("fra1-rest-2");
  answer = [500];
  await watch(0);
  await sendAlerts({ now: at(0) });
  await recover();
  await watch(0.5);
  await sendAlerts({ now: at(0.5) });
  await sendAlerts({ now: at(1) });
  const key = `millrace-digest-${channelId}`;
  expect(
    bodies()
      .filter((body) => body["dedup_key"] === key)
      .map((body) => body["event_action"]),
  ).toEqual(["trigger", "trigger", "resolve"]);
});

describe("A channel's secret (21.6)", () => {
  test("is stored encrypted, never shown and never in the audit", async () => {
    const { channelId } = await aChannel({ name: "Pager", kind: "pagerduty", target: ROUTING_KEY });
    await changeChannel(by(1), { channelId, fields: { name: "Pager 2", kind: "slack", target: "", hourly_max: "5" } });
    const hook = await aChannel({ name: "Hook", kind: "slack", target: `${receiver.url}/T0/secret-part` });
    const everywhere = JSON.stringify(
      [
        await listChannels(),
        await db.query(`select * from alert_channel`),
        await db.query(`select * from audit_row`),
        await db.query(`select * from alert_message`),
      ],
      (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value),
    );
    expect(everywhere).not.toContain(ROUTING_KEY);
    expect(everywhere).not.toContain("secret-part");
    expect(everywhere).toContain("Pager 2");
    await deleteChannel(by(2), { channelId: hook.channelId });
  });

  test("is refused if it is no address that webhooks may go to, or no key", async () => {
    const refused = async (kind: string, target: string) =>
      await aChannel({ name: "New", kind, target }).catch((error: Error) => error.message);
    expect(await refused("slack", "https://10.0.0.1/hook")).toMatch(/private/i);
    expect(await refused("teams", "not a url")).toMatch(/https/);
    expect(await refused("pagerduty", "short")).toMatch(/32 letters/);
    expect(await refused("mail", "nobody")).toMatch(/email address/);
    expect(await refused("pigeon", "x")).toMatch(/how alerts are sent to this channel/);
  });
});

test("a test tells at once what the receiver answered; mail goes to its address (21.6)", async () => {
  const { channelId } = await aChannel({ name: "Pager", kind: "pagerduty", target: ROUTING_KEY });
  expect(await testChannel(by(0), { channelId })).toEqual({ name: "Pager", error: "" });
  expect(bodies().map((body) => body["event_action"])).toEqual(["trigger", "resolve"]);
  answer = [404];
  expect(await testChannel(by(1), { channelId })).toEqual({ name: "Pager", error: "The answer was 404." });
  const mail = await aChannel({ name: "On call", kind: "mail", target: "OnCall@company.example" });
  await testChannel(by(2), { channelId: mail.channelId });
  expect(await db.query(`select to_address from mail`)).toEqual([{ to_address: "oncall@company.example" }]);
  await testChannel(by(3), { channelId: Number(await theMailChannel()) });
  expect(await mails()).toHaveLength(2);
});
