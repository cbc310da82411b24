import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { presentTime } from "~/platform/time.server";
import { scrape } from "~/platform/http/scrape.server";
import { NODE_GAUGES } from "~/fleet/node-gauges";

/** Metrics of the worker's own port; importing its server would open it. */
const OF_WORKER = ["worker/live/server.ts", "worker/access/figures.ts"];
const NAME = /millrace_[a-z_0-9]+/g;

const read = (file: string) => readFileSync(file, "utf8");
const RULES = "docs/deploy/monitoring/millrace.rules.yml";
const DASHBOARD = "docs/deploy/monitoring/grafana.json";

interface Panel {
  title: string;
  targets?: { expr: string }[];
}

test("each metric that the alerts, the dashboard and the guide name is served", async () => {
  const served = new Set([
    ...Array.from((await scrape(presentTime())).matchAll(/^# TYPE (\S+)/gm), ([, name = ""]) => name),
    ...NODE_GAUGES.map(({ name }) => name),
    ...OF_WORKER.flatMap((file) => read(file).match(NAME) ?? []),
  ]);
  for (const file of [RULES, DASHBOARD, "docs/operating.md"]) {
    const named = (read(file).match(NAME) ?? []).map((name) => name.replace(/_(bucket|count|sum)$/, ""));
    expect(named.length, file).toBeGreaterThan(15);
    expect(
      named.filter((name) => !served.has(name)),
      file,
    ).toEqual([]);
  }
});

test("no metric has a label that Prometheus gives its targets", async () => {
  await db.query(`insert into job_tick (job, at, since) values ('billing', now(), now())`);
  const served = await scrape(presentTime());
  expect(served).toMatch(/millrace_job_last_tick_ts\{name="billing"\} \d/);
  expect(served).not.toMatch(/[{,](job|instance)=/);
});

test("each alert has a sentence and a page that says what to do", () => {
  const rules = read(RULES).split("- alert: ").slice(1);
  expect(rules.length).toBeGreaterThan(15);
  for (const rule of rules) {
    const [alert = ""] = rule.split("\n");
    expect(rule, alert).toMatch(/severity: (critical|warning)\n/);
    expect(rule, alert).toMatch(/summary: .*\w+ \w+/);
    const [, file = "", anchor = ""] = /page: (\S+)#(\S+)/.exec(rule) ?? [];
    const heads = Array.from(read(file).matchAll(/^#+ (.+)$/gm), ([, head = ""]) =>
      head
        .toLowerCase()
        .replace(/[^\w -]/g, "")
        .replaceAll(" ", "-"),
    );
    expect(heads, alert).toContain(anchor);
  }
});

test("each panel of the dashboard has a query, and no two have the same title", () => {
  const { panels } = JSON.parse(read(DASHBOARD)) as { panels: (Panel & { type: string })[] };
  const drawn = panels.filter(({ type }) => type !== "row");
  expect(new Set(drawn.map(({ title }) => title)).size).toBe(drawn.length);
  for (const { title, targets = [] } of drawn)
    expect(targets.map(({ expr }) => expr).join(""), title).toContain("millrace_");
});
