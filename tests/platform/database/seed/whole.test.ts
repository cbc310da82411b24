import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { listPastIncidents } from "~/compute/list-past-incidents.server";
import { keepWindows } from "~/fleet/keep-windows.server";
import { readDrainTroubles } from "~/fleet/read-drain-troubles.server";
import { checkLedger } from "~/money/check-ledger.server";
import { sumOpenInvoices } from "~/payments/list-bank-invoices.server";
import { db } from "~/platform/db.server";
import { listUnequalKeys } from "~/staff/inside/reconcile/compare-keys.server";
import { reconcile } from "~/staff/reconcile.server";
import { readTax } from "~/staff/screens/user/read-tax.server";
import { watchAlerts } from "~/staff/watch-alerts.server";
import { seed } from "../../../../prisma/seed-all";
import { IN_BALANCE } from "../../../support/in-balance";

const NOW = new Date("2026-03-10T14:37:12.345Z");
const nodesFile = join(mkdtempSync(join(tmpdir(), "nodes-")), "nodes.json");

beforeAll(async () => await seed({ nodesFile, now: NOW }));

const content = async () =>
  await db.query(
    `select (select json_agg(json_build_array(number, state, cents, vat_cents, due_on, reminders) order by number)
         from bank_invoice) as invoices,
       (select json_agg(json_build_array(country, reason, rate_bp, net_cents, vat_cents) order by at) from vat_line) as vat,
       (select charges_vat from seller) as "chargesVat",
       (select json_agg(json_build_array(rule_name, acknowledged_at is not null, resolved_at is not null) order by rule_name)
         from alert) as alerts,
       (select json_agg(json_build_array(state, empty_by)) from rolling_drain) as rolling,
       (select json_agg(tag order by tag) from tenant_tag) as tags, (select count(*) from user_comment)::int as notes,
       (select json_agg(json_build_array(state, waiting_since is not null) order by state, waiting_since) from conversation)
         as conversations,
       (select count(*) from mail)::int as mails, (select count(*) from task)::int as tasks`,
  );

test("a new demo has something on each screen of staff, and a second start adds nothing and brings nothing back", async () => {
  const made = await content();
  expect(made).toMatchObject([
    {
      invoices: [
        ["INV-2026-000001", "paid", 80_000, 15_200, "2026-02-12", 0],
        ["INV-2026-000002", "open", 120_000, 22_800, "2026-03-05", 1],
      ],
      vat: [
        ["DE", "destination", 1900, 80_000, 15_200],
        ["PL", "reverse_charge", 0, 25_000, 0],
        ["NL", "domestic", 2100, 5000, 1050],
        ["GB", "outside", 0, 5000, 0],
        ["DE", "destination", 1900, 10_000, 1900],
      ],
      chargesVat: false,
      alerts: [
        ["A node is dead", false, true],
        ["A task waits", false, false],
        ["Few A100 are free", true, false],
      ],
      rolling: [["paused", "2026-03-13T18:00:00+00:00"]],
      ...{ tags: ["bank-transfer", "university"], notes: 6, mails: 0 },
      conversations: [
        ["closed", false],
        ["open", true],
        ["open", true],
        ["open", false],
      ],
    },
  ]);
  await db.query(`delete from tenant_tag where tag = 'university'`);
  await db.query(`update alert_rule set deleted_at = $1 where name = 'A task waits'`, [NOW]);
  const changed = await content();
  await seed({ nodesFile, now: new Date(NOW.getTime() + 86_400_000) });
  expect(await content()).toEqual(changed);
  await db.query(`update alert_rule set deleted_at = null`);
});

test("its books agree with each other and with the provider", async () => {
  expect(await checkLedger()).toEqual(IN_BALANCE);
  expect(await listUnequalKeys()).toEqual([]);
  expect(await reconcile({ now: NOW, names: ["counts"] })).toMatchObject({ states: { counts: "well" }, faults: [] });
  expect(await sumOpenInvoices({ now: NOW })).toMatchObject({ overdue: 1, overdueCents: 142_800n });
  const [owing] = await db.query<{ tenantId: number }>(`select tenant_id as "tenantId" from bank_invoice limit 1`);
  expect(await readTax({ tenantId: owing?.tenantId ?? 0, now: NOW })).toMatchObject({
    owed: "$1,428.00, overdue $1,428.00",
  });
  expect(await readTax({ tenantId: 1, now: NOW })).toMatchObject({ owed: null });
});

test("yesterday's incident is over, touched three tasks and is not refunded", async () => {
  const from = new Date(NOW.getTime() - 2 * 86_400_000);
  expect(await listPastIncidents({ from, limit: 5 })).toMatchObject([{ clusterName: "fra1", tasks: 3 }]);
});

test("the worker's first minutes change none of the alerts, and its plan takes no node away", async () => {
  const before = await content();
  await db.query(`update node set health = 'healthy'`);
  await watchAlerts({ now: new Date(NOW.getTime() + 60_000) });
  await keepWindows({ now: new Date(NOW.getTime() + 60_000) });
  expect(await content()).toEqual(before);
  // Its tasks may run for weeks. A paused plan is not late for that.
  const late = { ts: NOW.getTime() / 1000 + 20 * 86_400, by: "ends", unknown: 0, needsStaff: false };
  await db.query(`update rolling_drain set forecast = $1`, [JSON.stringify(late)]);
  expect(await readDrainTroubles({ now: NOW })).toEqual([]);
  expect(await db.query(`select node_name from node where drain <> 0`)).toEqual([{ node_name: "ams2-a100-02" }]);
});
