import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { checkLedger } from "~/money/check-ledger.server";
import { readReceipt } from "~/payments/read-receipt.server";
import { db } from "~/platform/db.server";
import { listUnequalKeys } from "~/staff/inside/reconcile/compare-keys.server";
import { reconcile } from "~/staff/reconcile.server";
import { seedCatalogue } from "../../../../prisma/seed-catalogue";
import { seedLife } from "../../../../prisma/seed-life";
import { seedNodes } from "../../../../prisma/seed-nodes";
import { seedPeople } from "../../../../prisma/seed-people";
import { seedTemplates } from "../../../../prisma/seed-templates";
import { IN_BALANCE } from "../../../support/in-balance";
import { aTenant } from "../../../support/world";

const NOW = new Date("2026-03-10T14:37:12.345Z");
const CUSTOMER = `(select tenant_id from user_account where email = 'customer@millrace.example')`;

beforeAll(async () => {
  await seedCatalogue();
  await seedPeople(NOW);
  await seedNodes({ file: join(mkdtempSync(join(tmpdir(), "nodes-")), "nodes.json"), now: NOW });
  await seedTemplates({ now: NOW });
});

const life = async () => {
  const [row] = await db.query<Record<string, unknown>>(
    `select (select json_object_agg(state, tasks) from (select state, count(*) as tasks from task group by 1) t) as tasks,
       (select balance::text from ledger_account where tenant_id = ${CUSTOMER} and kind = 'customer' and unit = 'usd') as balance,
       (select count(*) from top_up where number is not null)::int as receipts,
       (select json_agg(u.email || ' ' || m.role order by u.email) from member m join user_account u on u.id = m.user_id
        where m.tenant_id = ${CUSTOMER}) as members,
       (select sum(units)::text from member_spend where tenant_id = ${CUSTOMER}) as spent,
       (select count(distinct resv_guid) from task_load join task_log using (resv_guid))::int as traced,
       (select json_agg(name) from template where tenant_id = ${CUSTOMER}) as templates,
       (select json_agg(name) from api_key where tenant_id = ${CUSTOMER} and used_at < $1) as keys,
       (select json_agg(state) from webhook_endpoint) as endpoints,
       (select json_object_agg(attempts, deliveries) from (
          select attempts, count(*) as deliveries from webhook_delivery where state = 'delivered' group by 1) d) as deliveries,
       (select count(*) from webhook_delivery where state <> 'delivered')::int as waiting,
       (select count(*) from notification)::int as notices, (select count(*) from mail)::int as mails,
       (select count(*) from ssh_key)::int as "sshKeys"`,
    [NOW],
  );
  return row;
};

test("the demo's customer has a past that agrees with the ledger and the counts, created once", async () => {
  await seedLife(NOW);
  const made = await life();
  expect(made).toEqual({
    ...{ tasks: { finished: 10, killed: 1, failed: 1, lost: 1 }, balance: String(10_045 * 3600), receipts: 2 },
    members: ["customer@millrace.example owner", "teammate@millrace.example member"],
    ...{ templates: ["llama-lora"], keys: ["ci-runner"], endpoints: ["off"], deliveries: { 1: 3, 2: 1 }, waiting: 0 },
    ...{ spent: String(1_045 * 3600), traced: 4 },
    ...{ notices: 4, mails: 0, sshKeys: 0 },
  });
  expect(await checkLedger()).toEqual(IN_BALANCE);
  expect(await listUnequalKeys()).toEqual([]);
  expect(await reconcile({ now: NOW, names: ["counts"] })).toMatchObject({ states: { counts: "well" }, faults: [] });
  await seedLife(NOW);
  expect(await life()).toEqual(made);
});

test("its receipts name the customer", async () => {
  const topUps = await db.query<{ topupId: string; tenantId: number }>(
    `select topup_id as "topupId", tenant_id as "tenantId" from top_up where tenant_id = ${CUSTOMER}`,
  );
  const receipts = await Promise.all(topUps.map(readReceipt));
  expect(receipts.map((receipt) => receipt?.name)).toEqual(["Demo Customer", "Demo Customer"]);
});

test("nothing in it lies ahead, before its registration, or beyond its money at the time", async () => {
  const wrong = await db.query(
    `select resv_guid from task join tenant on tenant.id = task.tenant_id
     where accepted_at < tenant.created_at or state_at > $1 or not exists (
       select from placement where placement.resv_guid = task.resv_guid and ended_at <= $1)
     union all
     select resv_guid from task_load where at > $1 union all select resv_guid from task_log where at > $1
     union all
     select null from (
       select sum(entry.units) over (partition by account.id order by entry.id) as left_over from ledger_entry entry
       join ledger_account account on account.id = entry.account_id where account.kind = 'customer') lines
     where left_over < 0`,
    [NOW],
  );
  expect(wrong).toEqual([]);
});

test("after a registration no life is made up", async () => {
  await aTenant();
  await db.query(`update user_account set email = 'other@millrace.example' where email = 'customer@millrace.example'`);
  await aTenant({ email: "customer@millrace.example" });
  const before = await db.query(`select count(*) from task`);
  await seedLife(NOW);
  expect(await db.query(`select count(*) from task`)).toEqual(before);
});
