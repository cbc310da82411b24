import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { scheduleAll } from "~/compute/schedule.server";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { seedCatalogue } from "../../../../prisma/seed-catalogue";
import { seedLife } from "../../../../prisma/seed-life";
import { seedNodes } from "../../../../prisma/seed-nodes";
import { seedPeople } from "../../../../prisma/seed-people";
import { seedPresent } from "../../../../prisma/seed-present";
import { seedTemplates } from "../../../../prisma/seed-templates";

const NOW = new Date("2026-03-10T14:37:12.345Z");

beforeAll(async () => {
  await seedCatalogue();
  await seedPeople(NOW);
  await seedNodes({ file: join(mkdtempSync(join(tmpdir(), "nodes-")), "nodes.json"), now: NOW });
  await seedTemplates({ now: NOW });
});

const open = () =>
  db.query(
    `select task_name as name, state, wait_reason as reason, stand_in as "standIn", ssh_public_key as key
     from task where finished_at is null order by task_name`,
  );

test("a new demo has a drained node, a task that starts with the first reports, and one that waits and keeps no node", async () => {
  expect(await seedLife(NOW)).toBe(true);
  const before = { ...env };
  Object.assign(env, { MILLRACE_DEMO_TRAFFIC: false });
  await seedPresent(NOW).finally(() => Object.assign(env, before));
  expect(await open()).toEqual([]);

  await seedPresent(NOW);
  await db.query(`update node set health = 'healthy'`);
  const later = new Date(NOW.getTime() + 3600_000);
  await scheduleAll({ now: NOW });
  await scheduleAll({ now: later });
  const task = { standIn: "stays", key: "" };
  expect(await open()).toEqual([
    { name: "llama-70b-tune", state: "queued", reason: "waiting_for_nodes", ...task },
    { name: "llama-serve", state: "placing", reason: "", ...task },
  ]);
  expect(await db.query(`select from row_hold`)).toEqual([]);
  expect(await db.query(`select node_name from node where drain <> 0`)).toEqual([{ node_name: "ams2-a100-02" }]);
  expect(await seedLife(later)).toBe(false);
});
