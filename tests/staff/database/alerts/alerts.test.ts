import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { watchFleet } from "~/fleet/inside/nodes/contact/watch-fleet.server";
import { countNodes } from "~/fleet/count-nodes.server";
import { listTroubledNodes } from "~/fleet/list-troubled-nodes.server";
import { M } from "~/messages";
import { STAFF_RIGHT_NAMES } from "~/platform/staff-rights";
import { db } from "~/platform/db.server";
import { acknowledgeAlert } from "~/staff/inside/alerts/acknowledge-alert.server";
import { deleteRule, switchRule } from "~/staff/inside/alerts/change-rules.server";
import { FIGURE_NAMES } from "~/staff/inside/alerts/figures";
import { previewRule } from "~/staff/inside/alerts/preview-rule.server";
import { readAttention } from "~/staff/screens/dashboard/read-attention.server";
import { pruneAlerts } from "~/staff/prune-alerts.server";
import { aNode, aTenant, theCatalogue } from "../../../support/world";
import {
  aChannel,
  alerts,
  aRule,
  at,
  mails,
  noAlerts,
  switchOn,
  temperatures,
  theMailChannel,
  watch,
} from "./alert-world";

let operatorId: number;

beforeAll(async () => {
  await theCatalogue();
  operatorId = (await aTenant({ role: "operator", dollars: 0 })).userId;
});
beforeEach(noAlerts);

const SETTINGS = { share: 0.2, nodes: 3, deadAfterSeconds: 1800 };
const by = (minute: number) => ({ userId: operatorId, requestId: "test", now: at(minute) });

describe("A whole cluster falls silent (21.4)", () => {
  test("and operators get one page, then one that it is over", async () => {
    await switchOn("A cluster is silent", "A node is dead", "A node falls silent too often");
    await db.query(
      `insert into node (node_name, node_key, cluster_name, node_type, gpu_type, gpus, ip_internal, port, health, agent_key_hash, reported_at)
       select 'fra1-' || i, 'fra1_' || i, 'fra1', 'demo8', 'a5000', 8, '127.0.0.1', 22, 'healthy', 'hash-' || i, $1
       from generate_series(1, 40) i`,
      [at(0)],
    );
    await watch(0);
    await db.query(`update node set contact = 'late', late_at = $1`, [at(1)]);
    await watchFleet({ now: at(1), settings: SETTINGS });
    await watch(1, 29);
    // They are given up after half an hour, and count as dead.
    await watchFleet({ now: at(31.5), settings: SETTINGS });
    await db.query(`update node set health = 'dead', contact = 'suspect'`);
    await watch(32, 90);
    expect(await mails()).toEqual(["Critical: A cluster is silent: fra1"]);
    expect(await alerts()).toEqual(["A cluster is silent, fra1: 1"]);

    // A node that dies for itself meanwhile is told of.
    await aNode({ nodeName: "fra1-own", health: "dead", now: at(0) });
    await db.query(`update node set late_at = $1 where node_name = 'fra1-own'`, [at(88)]);
    await watch(91, 93);
    expect(await mails()).toEqual(["Critical: A cluster is silent: fra1", "Critical: A node is dead: fra1-own"]);

    await db.query(`update node set health = 'healthy', contact = 'steady', late_at = null`);
    await watchFleet({ now: at(94), settings: SETTINGS });
    await watchFleet({ now: at(95), settings: SETTINGS });
    await watch(95, 99);
    expect((await mails()).slice(2)).toEqual([
      "Over: Critical: A cluster is silent: fra1",
      "Over: Critical: A node is dead: fra1-own",
    ]);
  });

  test("without a rule about clusters, its dead nodes are one page, and more of them one more", async () => {
    await switchOn("A node is dead");
    for (let node = 0; node < 5; node += 1) await aNode({ health: "dead", now: at(0) });
    await aNode({ cluster: "ams2", health: "dead", now: at(0) });
    await watch(0, 5);
    await aNode({ health: "dead", now: at(6) });
    await watch(6, 60);
    expect(await mails()).toEqual([
      expect.stringMatching(/^Critical: A node is dead: ams2-test-/),
      "Critical: A node is dead: 5 nodes of fra1",
      "More: Critical: A node is dead: 6 nodes of fra1",
    ]);
  });
});

describe("A rule", () => {
  test("opens after its time, for GPUs in its scope, keeps what it cannot see, and ends by itself (21.1, 21.2)", async () => {
    const { nodeId } = await aNode({ nodeName: "fra1-hot", gpus: 2, now: at(0) });
    await aNode({ nodeName: "ams2-hot", cluster: "ams2", gpus: 2, now: at(0) });
    await db.query(`update node set rack = 'R1' where id = $1`, [nodeId]);
    const channels = [await theMailChannel()];
    await aRule({ name: "Rack", for_minutes: "3", scope: "rack", scope_value: "R1", channels });
    for (let minute = 0; minute < 10; minute += 1) await temperatures(nodeId, minute, [95, minute === 1 ? 80 : 91]);
    await watch(1, 3);
    expect(await alerts()).toEqual([]);
    await watch(4);
    expect(await alerts()).toEqual(["Rack, fra1: 1"]);
    await watch(5, 9);
    expect(await alerts()).toEqual(["Rack, fra1: 2"]);
    // Figures older than five minutes are unknown: nothing opens and nothing ends.
    await watch(15, 20);
    expect(await alerts()).toEqual(["Rack, fra1: 2"]);
    await temperatures(nodeId, 21, [50, 50]);
    await watch(22);
    expect(await alerts()).toEqual(["Rack, fra1: 2, over"]);
    expect(await mails()).toEqual(["Warning: Rack: fra1-hot GPU 0", "Over: Warning: Rack: 2 GPUs of fra1"]);
    const [mail] = await db.query<{ text: string }>(`select text from mail order by id`);
    expect(mail?.text).toMatch(
      /^fra1-hot GPU 0: 95 °C\nSince 01.03.2026 12:04 UTC.\n.+\n\nhttp.+\/dashboard\/alerts\/\d+$/,
    );
  });

  test("that is off or deleted ends what it opened, and a node that is retired does (21.3)", async () => {
    const dead = await aNode({ health: "dead", now: at(0) });
    const [one, other] = [
      await aRule({ name: "One", figure: "node.dead" }),
      await aRule({ name: "Other", figure: "node.dead" }),
    ];
    await watch(0);
    await switchRule(by(1), { ruleId: one, isOn: false });
    await deleteRule(by(1), { ruleId: other });
    await watch(1);
    expect(await alerts()).toEqual(["One, fra1: 1, over", "Other, fra1: 1, over"]);
    await switchRule(by(2), { ruleId: one, isOn: true });
    await watch(2);
    await db.query(`update node set retired_at = $2 where id = $1`, [dead.nodeId, at(3)]);
    await watch(3);
    expect((await alerts()).at(-1)).toBe("One, fra1: 1, over");
  });

  test("that cannot be checked says so and does not stop the others (21.2)", async () => {
    await aNode({ health: "dead", now: at(0) });
    const [broken] = [await aRule({ name: "Broken" }), await aRule({ name: "Dead", figure: "node.dead" })];
    await db.query(`update alert_rule set figure = 'node.unheard-of' where id = $1`, [broken]);
    await db.query(`alter table telemetry_minute rename to telemetry_gone`);
    try {
      await aRule({ name: "Hot" });
      await expect(watch(0)).rejects.toThrow("telemetry_minute");
      expect(await alerts()).toEqual(["Dead, fra1: 1"]);
    } finally {
      await db.query(`alter table telemetry_gone rename to telemetry_minute`);
    }
    const faults = async () =>
      await db.query<{ name: string }>(`select name from alert_rule where fault <> '' and deleted_at is null`);
    expect(await faults()).toEqual([{ name: "Hot" }]);
    await watch(1);
    expect(await faults()).toEqual([]);
  });

  test("of every figure can be read, and the troubles of nodes are those that the dashboard counts (21.1, B20)", async () => {
    await aNode({ health: "dead", now: at(0) });
    await aNode({ health: "error", now: at(0) });
    const { nodeId } = await aNode({ now: at(0) });
    await db.query(`update node set flapping = true where id = $1`, [nodeId]);
    await db.query(
      `insert into node_finding (node_id, name, severity, action, text, count, first_at, last_at)
       values ($1, 'xid', 'critical', 'inspect', 'A fault', 1, $2, $2)`,
      [nodeId, at(0)],
    );
    const counts = await countNodes({ now: at(0) });
    const listed = await listTroubledNodes({ now: at(0) });
    const number = (of: (one: (typeof listed)[number]) => boolean) => listed.filter(of).length;
    expect({
      dead: number(({ isDead }) => isDead),
      failing: number(({ isFailing }) => isFailing),
      flapping: number(({ isFlapping }) => isFlapping),
      occupied: number(({ isOccupied }) => isOccupied),
      failedChores: number(({ hasFailedChore }) => hasFailedChore),
      critical: number(({ criticalFindings }) => criticalFindings > 0),
    }).toEqual({
      ...{ dead: counts.dead, failing: counts.failing, flapping: counts.flapping, occupied: counts.occupied },
      ...{ failedChores: counts.failedChores, critical: counts.critical },
    });
    for (const figure of FIGURE_NAMES) {
      const found = await previewRule(
        { figure, comparison: "above", threshold: -1, forMinutes: 0, scope: "all", scopeValue: "" },
        { now: at(0) },
      );
      expect(found.total, figure).toBeLessThanOrEqual(found.of);
    }
  });
});

describe("An alert", () => {
  test("is acknowledged with a note, by an audited act, and then not repeated; old ones are pruned (21.7, 21.3)", async () => {
    await aNode({ health: "dead", now: at(0) });
    await aRule({
      name: "Dead",
      figure: "node.dead",
      severity: "critical",
      remind_minutes: "30",
      channels: [await theMailChannel()],
    });
    await watch(0, 31);
    expect((await mails()).map((subject) => subject.split(": ")[0])).toEqual(["Critical", "Still open"]);
    const [alert] = await db.query<{ id: number }>(`select id from alert`);
    const alertId = alert?.id ?? 0;
    await acknowledgeAlert(by(32), { alertId, note: "On my way" });
    await watch(32, 120);
    expect(await mails()).toHaveLength(2);
    const [audit] = await db.query<{ target: string }>(
      `select target from audit_row where action = 'alert.acknowledge'`,
    );
    expect(audit?.target).toBe(`alert:${alertId}`);
    await db.query(`update node set retired_at = $1 where retired_at is null`, [at(121)]);
    await watch(121);
    await expect(acknowledgeAlert(by(122), { alertId, note: "" })).rejects.toThrow("is over");
    await pruneAlerts({ now: at(121 + 89 * 1440) });
    expect(await alerts()).toHaveLength(1);
    await pruneAlerts({ now: at(122 + 90 * 1440) });
    expect(await alerts()).toEqual([]);
    expect(await db.query(`select from alert_message`)).toEqual([]);
  });
});

test("A new installation has seventeen rules; 200 rules and 50 channels are the most (21.1)", async () => {
  const count = async (where: string) =>
    (await db.query<{ n: number }>(`select count(*)::int as n from alert_rule where ${where}`))[0]?.n;
  expect(await count("changed_by is null")).toBe(17);
  await db.query(
    `insert into alert_rule (name, figure, comparison, severity, is_on, changed_at)
     select 'many ' || n, 'node.dead', 'is', 'info', false, now() from generate_series(1, 200) n`,
  );
  await db.query(
    `insert into alert_channel (name, kind, made_at) select 'many ' || n, 'mail', now() from generate_series(1, 50) n`,
  );
  await expect(aRule({ name: "One more" })).rejects.toThrow(M.alertTooMany({ n: 200, of: "rules" }));
  await expect(aChannel({ name: "One more", kind: "mail" })).rejects.toThrow(M.alertTooMany({ n: 50, of: "channels" }));
  await db.query(`delete from alert_rule where name like 'many %'`);
  await db.query(`delete from alert_channel where name like 'many %'`);
});

test("A request that the payment provider refuses is told of, by the rule that a new installation has", async () => {
  await switchOn("The payment provider refuses our key");
  await watch(0);
  expect(await mails()).toEqual([]);
  await db.query(
    `insert into provider_refusal (call, message, since, last_at)
     values ('GET /v1/balance_transactions', 'No permission', now(), now())`,
  );
  await watch(1);
  expect(await mails()).toEqual(["Critical: The payment provider refuses our key: GET /v1/balance_transactions"]);
  await db.query(`delete from provider_refusal`);
  await watch(2);
  expect((await mails())[1]).toMatch(/^Over: Critical: The payment provider refuses our key/);
});

describe("The dashboard", () => {
  const concerns = async (minute: number, staffRights = STAFF_RIGHT_NAMES) =>
    (await readAttention({ viewer: { staffRights }, now: at(minute) })).concerns.filter(
      ({ to }) => !to.startsWith("#"),
    );

  test("tells one outage once: a silent cluster with its alert, also when its nodes count as dead (21.4)", async () => {
    await switchOn("A cluster is silent", "A node is dead");
    for (let node = 0; node < 3; node += 1) await aNode({ now: at(0) });
    await db.query(`update node set contact = 'late', late_at = $1`, [at(1)]);
    await watchFleet({ now: at(1), settings: SETTINGS });
    await watch(1, 2);
    const [alert] = await db.query<{ id: number }>(`select id from alert`);
    const line = {
      ...{ act: "See the nodes", to: "/dashboard/nodes?show=attention", tone: "danger" },
      also: { act: "See the alert", to: `/dashboard/alerts/${alert?.id}` },
    };
    const text =
      "fra1 fell silent as a whole: usually the network, so no node is declared dead for it; 1 critical alert is not acknowledged";
    expect(await concerns(2)).toEqual([{ ...line, text }]);

    await watchFleet({ now: at(31.5), settings: SETTINGS });
    await db.query(`update node set health = 'dead', contact = 'suspect' where retired_at is null`);
    await watch(32);
    await acknowledgeAlert(by(32), { alertId: alert?.id ?? 0, note: "" });
    const given = "fra1 fell silent as a whole: usually the network; 3 nodes of it count as dead";
    expect(await concerns(32)).toEqual([{ ...line, text: given }]);
  });

  test("tells dead nodes with their alert, and other alerts as a number (21.3)", async () => {
    await aRule({ name: "Dead", figure: "node.dead", severity: "critical" });
    const { nodeId } = await aNode({ health: "dead", now: at(0) });
    await aNode({ cluster: "ams2", health: "dead", now: at(0) });
    await aRule({ name: "Rack" });
    await temperatures(nodeId, 4, [95]);
    await watch(5);
    expect((await concerns(5)).map(({ text, also }) => [text, also?.act])).toEqual([
      ["2 nodes are dead; 2 critical alerts are not acknowledged", "See the alerts"],
      ["1 alert is not acknowledged", undefined],
    ]);
    // One of money is for those who see money (23.3).
    await db.query(`update alert set figure = 'money.top-ups' where figure = 'gpu.temperature'`);
    expect(await concerns(5, ["fleet.see"])).toHaveLength(1);
    expect(await concerns(5)).toHaveLength(2);
  });
});
