import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { loader as nodes } from "~/fleet/screens/nodes/route";
import { takeTime } from "~/platform/time.server";
import { loader as dashboard } from "~/staff/screens/dashboard/route";
import { loader as frame } from "~/staff/screens/layout";
import { loader as reports } from "~/staff/screens/reports/route";
import { loader as users } from "~/staff/screens/users/route";
import { loader as models } from "~/usage/screens/models/route";
import { seedCatalogue } from "../../../../prisma/seed-catalogue";
import { seedHistory } from "../../../../prisma/seed-history/seed-history";
import { seedNodes } from "../../../../prisma/seed-nodes";
import { seedPeople } from "../../../../prisma/seed-people";
import { seedPromos } from "../../../../prisma/seed-promos";
import { seedUsage } from "../../../../prisma/seed-usage/seed-usage";
import { readCsv } from "../../../support/csv";
import { get, thrownBy } from "../../../accounts/database/screens/visit";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";

const NOW = new Date("2026-03-30T21:37:00Z");
const DAYS = "start_date=2026-03-01&end_date=2026-03-30";
let staff: Staff;

beforeAll(async () => {
  takeTime(NOW.getTime());
  await seedCatalogue();
  await seedPeople(NOW);
  await seedPromos(NOW);
  await seedNodes({ file: join(mkdtempSync(join(tmpdir(), "nodes-")), "nodes.json"), now: NOW });
  await seedHistory(NOW);
  await seedUsage(NOW);
  staff = await theStaff();
});

type Report = NonNullable<Awaited<ReturnType<typeof reports>>["report"]>;

async function report<Name extends Report["name"]>(
  name: Name,
  query: string,
): Promise<Extract<Report, { name: Name }>> {
  const shown = await reports(get(staff.admin, `/dashboard/reports?report=${name}&${query}`));
  if (shown.report?.name !== name) throw new Error(`the report ${name} was not read`);
  return shown.report as Extract<Report, { name: Name }>;
}

async function file(query: string): Promise<Record<string, string>[]> {
  const args = get(staff.admin, `/dashboard/reports?${query}&format=csv`);
  await thrownBy(reports(args));
  return readCsv((await args.context.facts?.file?.text()) ?? "");
}

/** Sums dollars in whole cents. */
const sum = (dollars: readonly number[]) => dollars.reduce((cents, one) => cents + Math.round(one * 100), 0) / 100;

describe("With the demo's data, one figure is the same on each screen that shows it", () => {
  test("the charges and top-ups of today: the bar, the dashboard and the report", async () => {
    const { money } = await dashboard(get(staff.admin, "/dashboard"));
    const { stats } = await frame(get(staff.admin, "/dashboard"));
    const { total } = await report("money", "range=today");
    expect(total.charges).toBeGreaterThan(0);
    expect([money?.charges, stats?.dollars]).toEqual([total.charges, total.charges]);
    expect(sum((money?.hours ?? []).map(({ today }) => today ?? 0))).toBe(total.charges);
    expect(money?.topUps).toBe(total.topUps);
  });

  test("the money of a month: by day, week, month, cluster, GPU type and customer", async () => {
    const { total } = await report("money", DAYS);
    expect(total.topUps).toBeGreaterThan(0);
    for (const split of ["day", "week", "month", "cluster", "type"]) {
      const { parts } = await report("money", `${DAYS}&split=${split}`);
      expect([split, sum(parts.map(({ revenue }) => revenue))]).toEqual([split, total.revenue]);
    }
    const customers = await file(`report=customers&${DAYS}`);
    expect(sum(customers.map(({ Revenue }) => Number(Revenue)))).toBe(total.revenue);
    const paid = await file(`report=customers&order=topUps&${DAYS}`);
    expect(sum(paid.map((row) => Number(row["Top-ups"])))).toBe(total.topUps);
    const gpus = await report("gpus", `${DAYS}&split=cluster`);
    expect(gpus.total.revenue).toBe(total.revenue);
    expect(sum(gpus.parts.map(({ revenue }) => revenue))).toBe(total.revenue);
    expect(gpus.parts.reduce((hours, { busy }) => hours + busy, 0)).toBeCloseTo(gpus.total.busy, 6);
  });

  test("the GPUs of the fleet: the dashboard and Nodes", async () => {
    const { gpuUse } = await dashboard(get(staff.admin, "/dashboard"));
    const { gpus } = await nodes(get(staff.admin, "/dashboard/nodes"));
    expect(gpus.inService + gpus.outOfService).toBeGreaterThan(0);
    expect(gpuUse?.total).toEqual(gpus);
  });

  test("the coins of a month: Models and the report", async () => {
    const coins = await report("coins", DAYS);
    const { shown, coins: days } = await models(get(staff.admin, `/dashboard/models?${DAYS}`));
    expect(coins.spent).toBeGreaterThan(0);
    expect(shown?.total.coins).toBe(coins.spent);
    expect(days?.reduce((total, { spend }) => total + spend, 0)).toBe(coins.spent);
  });

  test("the sign-ups of today: the bar and Users", async () => {
    const { stats } = await frame(get(staff.admin, "/dashboard"));
    const { signUps } = await users(get(staff.admin, "/dashboard/users"));
    expect(signUps?.at(-1)?.users).toBe(stats?.new_clients);
  });
});
