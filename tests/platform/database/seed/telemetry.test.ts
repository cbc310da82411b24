import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { seedCatalogue } from "../../../../prisma/seed-catalogue";
import { seedNodes } from "../../../../prisma/seed-nodes";
import { seedPeople } from "../../../../prisma/seed-people";
import { seedTelemetry } from "../../../../prisma/seed-telemetry";

const NOW = new Date("2026-03-10T14:37:12.345Z");
const TABLES = ["telemetry_minute", "telemetry_hour", "telemetry_day"];

const counts = async () =>
  await Promise.all(TABLES.map(async (table) => (await db.query(`select from ${table}`)).length));

test("a start that was killed between two of its tables is completed by the next, and a third adds nothing", async () => {
  await seedCatalogue();
  await seedPeople(NOW);
  await seedNodes({ file: join(mkdtempSync(join(tmpdir(), "nodes-")), "nodes.json"), now: NOW });
  await seedTelemetry(NOW);
  const whole = await counts();
  expect(Math.min(...whole)).toBeGreaterThan(0);

  await db.query(`delete from telemetry_hour`);
  await db.query(`delete from telemetry_day where at > $1::timestamptz - interval '3 days'`, [NOW]);
  await seedTelemetry(NOW);
  expect(await counts()).toEqual(whole);
  await seedTelemetry(new Date(NOW.getTime() + 3_600_000));
  expect(await counts()).toEqual(whole);
});
