import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { factsOf } from "~/platform/http/request-facts.server";
import { screens } from "~/routes.js";
import { FIGURE_NAMES, figureOf } from "~/staff/inside/alerts/figures";
import { action as alertAction, loader as alertLoader } from "~/staff/screens/alert/route";
import { action as channelsAction, loader as channelsLoader } from "~/staff/screens/alert-channels/route";
import { action as ruleAction, loader as ruleLoader } from "~/staff/screens/alert-rule/route";
import { action as rulesAction, loader as rulesLoader } from "~/staff/screens/alert-rules/route";
import { loader as alertsLoader } from "~/staff/screens/alerts/route";
import { loader as dashboardLoader } from "~/staff/screens/dashboard/route";
import { loader as alertsJson } from "~/staff/api/alerts/alerts";
import { allowLoopback } from "../../../accounts/database/endpoints/receiver";
import { answerOf, get, post, thrownBy } from "../../../accounts/database/screens/visit";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";
import { aNode, theCatalogue } from "../../../support/world";
import { aRule, noAlerts, watch } from "./alert-world";

let staff: Staff;

beforeAll(async () => {
  allowLoopback();
  await theCatalogue();
  staff = await theStaff();
});
beforeEach(noAlerts);

const shown = async (query = "") => await alertsLoader(get(staff.support, `/dashboard/alerts${query}`));
const newRule = (fields: Record<string, string>) =>
  post(
    staff.operator,
    "/dashboard/alerts/rules/new",
    {
      name: "Hot",
      figure: "gpu.temperature",
      comparison: "above",
      threshold: "90",
      for_minutes: "0",
      scope: "all",
      severity: "warning",
      ...fields,
    },
    { ruleId: "new" },
  );

describe("The screen of alerts", () => {
  test("leads with open ones, worst first, then the history, filtered and as a file", async () => {
    await aNode({ nodeName: "fra1-a", health: "dead" });
    await aRule({ name: "Warn", figure: "node.dead", severity: "warning" });
    await aRule({ name: "Page", figure: "node.dead", severity: "critical" });
    await watch(0);
    const { rows } = await shown();
    expect(rows.map(({ rule, whose }) => [rule, whose])).toEqual([
      ["Page", "fra1-a"],
      ["Warn", "fra1-a"],
    ]);
    const { attention } = await dashboardLoader(get(staff.support, "/dashboard"));
    expect(attention?.concerns.map(({ text }) => text)).toContain(
      "1 node is dead; 2 alerts are not acknowledged, 1 of them critical",
    );
    expect((await shown("?severity=warning")).rows.map(({ rule }) => rule)).toEqual(["Warn"]);
    expect((await shown("?severity=bad&rule=x")).rows).toHaveLength(2);
    await db.query(`update node set health = 'healthy' where node_name = 'fra1-a'`);
    await watch(1);
    expect((await shown()).rows).toEqual([]);
    const history = await shown("?show=history&page=99");
    expect(history).toMatchObject({ pages: { page: 1, pages: 1, total: 2 }, isHistory: true });
    expect(history.rows).toHaveLength(2);
    const args = get(staff.support, "/dashboard/alerts?format=csv");
    await thrownBy(alertsLoader(args));
    expect((await factsOf(args).file?.text())?.trim().split("\n")).toHaveLength(3);
  });

  test("shows an alert with its causes, and operators acknowledge it (21.7)", async () => {
    await aNode({ nodeName: "fra1-b", health: "dead" });
    await aRule({ name: "Page", figure: "node.dead", severity: "critical" });
    await watch(0);
    const [row] = (await shown()).rows;
    const params = { alertId: String(row?.id) };
    const path = `/dashboard/alerts/${params.alertId}`;
    const screen = await alertLoader(get(staff.support, path, params));
    expect(screen.causes).toMatchObject([{ label: "fra1-b", to: "/dashboard/nodes/fra1-b", resolvedTs: null }]);
    const fields = { intent: "acknowledge", alert: params.alertId, note: "Mine" };
    expect((await thrownBy(alertAction(post(staff.support, path, fields, params)))).status).toBe(403);
    const long = await answerOf(
      await alertAction(post(staff.operator, path, { ...fields, note: "x".repeat(501) }, params)),
    );
    expect(long.status).toBe(422);
    expect((await answerOf(await alertAction(post(staff.operator, path, fields, params)))).status).toBe(303);
    expect((await shown()).rows).toMatchObject([{ note: "Mine", acknowledged: { by: "Test Person" } }]);
  });

  test("has no alert or rule that does not exist", async () => {
    for (const alertId of ["0", "999999", "x", "99999999999"])
      expect((await thrownBy(alertLoader(get(staff.admin, `/dashboard/alerts/${alertId}`, { alertId })))).status).toBe(
        404,
      );
    for (const ruleId of ["999999", "x"])
      expect(
        (await thrownBy(ruleLoader(get(staff.admin, `/dashboard/alerts/rules/${ruleId}`, { ruleId })))).status,
      ).toBe(404);
  });
});

describe("Rules", () => {
  test("are previewed with what they would find, made, switched and deleted, each with an audit row (21.1)", async () => {
    await aNode({ nodeName: "fra1-c", health: "dead" });
    const preview = await ruleAction(newRule({ intent: "preview", figure: "node.dead" }));
    expect(await (preview as Response).json()).toMatchObject({
      sentence: "Warning when a node is dead; tells nobody, and is on this screen only.",
      found: expect.stringContaining("It holds now for 1 node: fra1-c."),
    });
    const name = "Dead again";
    expect((await answerOf(await ruleAction(newRule({ intent: "save", figure: "node.dead", name })))).location).toBe(
      "/dashboard/alerts/rules",
    );
    const again = await answerOf(await ruleAction(newRule({ intent: "save", figure: "node.dead", name })));
    expect(again).toMatchObject({
      status: 422,
      data: { lastResult: { error: { name: [expect.stringContaining("no other rule")] } } },
    });
    const rule = (await rulesLoader(get(staff.support, "/dashboard/alerts/rules"))).rules.find(
      (one) => one.name === name,
    );
    const ruleId = String(rule?.id);
    const path = "/dashboard/alerts/rules";
    expect(
      (await answerOf(await rulesAction(post(staff.operator, path, { intent: "off", rule: ruleId })))).status,
    ).toBe(303);
    expect((await thrownBy(rulesAction(post(staff.support, path, { intent: "on", rule: ruleId })))).status).toBe(403);
    const own = `${path}/${ruleId}`;
    expect((await thrownBy(ruleAction(post(staff.customer, own, { intent: "delete" }, { ruleId })))).status).toBe(403);
    expect((await answerOf(await ruleAction(post(staff.admin, own, { intent: "delete" }, { ruleId })))).status).toBe(
      303,
    );
    const audit = await db.query<{ action: string }>(`select action from audit_row where target = $1 order by id`, [
      `alert-rule:${name}`,
    ]);
    expect(audit.map(({ action }) => action)).toEqual(["alert.rule-new", "alert.rule-change", "alert.rule-delete"]);
  });

  test("lead to screens that exist", () => {
    const paths = screens.map(({ url }) => url);
    for (const figure of FIGURE_NAMES) expect(paths).toContain(figureOf(figure).to.split(/[?#]/)[0]);
  });
});

describe("Channels", () => {
  test("are made and shown without their secret; a webhook's signing secret is in one answer (21.6)", async () => {
    const path = "/dashboard/alerts/channels";
    const add = async (fields: Record<string, string>) =>
      await channelsAction(post(staff.operator, path, { intent: "add", hourly_max: "20", ...fields }));
    const made = await add({ name: "Hook 1", kind: "webhook", target: "http://127.0.0.1:9/T/very-secret" });
    expect(await (made as Response).json()).toMatchObject({ secret: expect.stringMatching(/^whsec_/) });
    const refused = await answerOf(await add({ name: "", kind: "slack", target: "ftp://x", hourly_max: "0" }));
    expect(Object.keys((refused.data as { lastResult: { error: object } }).lastResult.error).sort()).toEqual([
      "hourly_max",
      "name",
      "target",
    ]);
    const screen = await channelsLoader(get(staff.support, path));
    expect(JSON.stringify(screen)).not.toContain("very-secret");
    expect(screen.channels).toContainEqual(expect.objectContaining({ name: "Hook 1", to: "127.0.0.1:9" }));
    const channel = String(screen.channels.find(({ name }) => name === "Hook 1")?.id);
    const chosen = async (who: "operator" | "support") =>
      (await channelsLoader(get(staff[who], `${path}?channel=${channel}`))).changed?.name;
    expect([await chosen("operator"), await chosen("support")]).toEqual(["Hook 1", undefined]);
    const tested = await answerOf(await channelsAction(post(staff.operator, path, { intent: "test", channel })));
    expect(tested).toMatchObject({
      status: 422,
      data: { message: "“Hook 1” did not accept the test. The connection was refused." },
    });
    expect((await thrownBy(channelsAction(post(staff.support, path, { intent: "test", channel })))).status).toBe(403);
  });
});

test("A new rule tells by mail until its maker says otherwise (21.1)", async () => {
  const screen = await ruleLoader({ ...get(staff.operator, "/dashboard/alerts/rules/new"), params: { ruleId: "new" } });
  const mails = screen.channels.filter(({ kind }) => kind === "mail").map(({ id }) => String(id));
  expect(mails).not.toEqual([]);
  expect(screen.values.channels).toEqual(mails);
});

test("GET /v1/alerts lists open alerts, and all with pages, for staff only", async () => {
  await aNode({ nodeName: "fra1-d", health: "dead" });
  await aRule({ name: "Page", figure: "node.dead", severity: "critical" });
  await watch(0);
  const ask = async (who: "support" | "customer", query = "") => {
    const answer = (await alertsJson(get(staff[who], `/v1/alerts${query}`))) as Response;
    return { status: answer.status, body: (await answer.json()) as { alerts: { id: number }[] } };
  };
  const open = await ask("support");
  expect(open.body.alerts).toMatchObject([
    {
      rule: "Page",
      figure: "node.dead",
      severity: "critical",
      cluster: "fra1",
      causes: 1,
      first_causes: ["fra1-d"],
      resolved_ts: null,
      acknowledged_ts: null,
    },
  ]);
  expect((await ask("support", `?state=all&before=${open.body.alerts[0]?.id}`)).body.alerts).toEqual([]);
  expect((await ask("customer")).status).toBe(403);
});
