import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { factsOf } from "~/platform/http/request-facts.server";
import { action, loader } from "~/staff/screens/user-by-id/route";
import { theCatalogue } from "../../../support/world";
import { answerOf, aVisit, get, post, thrownBy, type Visit } from "../../../accounts/database/screens/visit";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";

let staff: Staff;
let path: string;
let params: { id: string };

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
  params = { id: String(staff.tenant.userId) };
  path = `/users/view/${params.id}`;
  const { tenantId, email } = staff.tenant;
  await db.query(
    `insert into task (resv_guid, tenant_id, task_name, cluster_name, gpu_type, gpus_min, tenant_image, ssh_public_key,
       state, accepted_gpu_pph, pph, accepted_at, state_at, finished_at, settled_at, charged_seconds, billed_cents)
     select gen_random_uuid(), $1, 'train-' || n, 'fra1', 'a5000', 1, 'ubuntu22-cuda12', 'ssh-ed25519 AAAA', 'finished', 95,
       95, t, t, t, t, 3600, 95 from (select n, now() - n * interval '1 minute' as t from generate_series(1, 1200) n) x`,
    [tenantId],
  );
  await db.query(
    `insert into task (resv_guid, tenant_id, task_name, cluster_name, gpu_type, gpus_min, tenant_image, ssh_public_key,
       state, accepted_gpu_pph, pph, accepted_at, state_at)
     values ($2, $1, '=waits', 'fra1', 'a5000', 1, 'ubuntu22-cuda12', 'ssh-ed25519 AAAA', 'queued', 95, 95,
       now() - interval '2 days', now())`,
    [tenantId, randomUUID()],
  );
  await db.query(
    `insert into card (pm_id, tenant_id, brand, last4, exp_month, exp_year, holder_name, fingerprint, is_default, added_at)
     values ('pm_secret', $1, 'visa', '4242', 4, 2031, 'Holder Secret', 'fp_secret', true, now())`,
    [tenantId],
  );
  await db.query(
    `insert into mail (to_address, subject, text, cause, created_at, sent_at, attempts) values
       ($1, 'Sent', 'https://link/secret', 'm1', now(), now(), 0), ($1, 'Waits', 'secret', 'm2', now(), null, 3),
       ($1, 'Failed', 'secret', 'm3', now(), null, 10), ($1, 'Old', '', 'm4', now() - interval '31 days', now(), 0),
       ('other@test.example', 'Not theirs', '', 'm5', now(), now(), 0)`,
    [email],
  );
  await db.query(
    `insert into top_up (topup_id, tenant_id, cents, way, state, message, created_at, asked_at)
     values (gen_random_uuid(), $1, 5000, 'saved_card', 'failed', 'Your card was declined.', now(), now())`,
    [tenantId],
  );
});

const shown = async (visit: Visit = staff.support) => await loader(get(visit, path, params));
const fileOf = async (search: string) => {
  const args = get(staff.support, `${path}?format=csv${search}`, params);
  await thrownBy(loader(args));
  return (await factsOf(args).file?.text())?.trim().split("\r\n") ?? [];
};

describe("The user detail", () => {
  test("has open tasks with their names, however many newer ones have ended", async () => {
    const { open, reservations } = await shown();
    expect(open).toMatchObject([{ task_name: "=waits", state: "queued", ts_finished: 0 }]);
    expect(reservations).toHaveLength(100);
    expect(reservations?.[0]).toMatchObject({ task_name: "train-1" });
  });

  test("shows cards, keys, mails and sessions as staff need them, and no secret", async () => {
    const page = await shown();
    expect(page.cards).toEqual([{ brand: "visa", last4: "4242", expMonth: 4, expYear: 2031, isDefault: true }]);
    expect(page.mails?.map(({ subject, state }) => [subject, state])).toEqual([
      ["Failed", "given up"],
      ["Waits", "waiting"],
      ["Sent", "sent"],
    ]);
    expect(page.topUps).toMatchObject([{ cents: 5000, state: "failed", message: "Your card was declined." }]);
    expect(page.sessions).toMatchObject([{ userAgent: "test", ip: "127.0.0.1" }]);
    expect(page.apiKeys).toMatchObject([{ masked: `mr_…${staff.tenant.apiKey.slice(-4)}`, revokedTs: null }]);
    expect(JSON.stringify(page)).not.toMatch(/secret/i);
    expect(JSON.stringify(page)).not.toContain(staff.tenant.apiKey);
    const [session] = await db.query<{ id: string }>(`select id from session where user_id = $1`, [params.id]);
    expect(JSON.stringify(page)).not.toContain(session?.id);
  });

  test("draws the cost of each of 30 days, from the sums by day", async () => {
    const { tenantId } = staff.tenant;
    await db.query(
      `insert into ledger_day (tenant_id, day, kind, unit, units) values
         ($1, (now() at time zone 'UTC')::date, 'task', 'usd', -720000), ($1, '2020-01-01', 'task', 'usd', -360000)`,
      [tenantId],
    );
    const { spend } = await shown();
    expect(spend).toHaveLength(30);
    expect(spend?.at(-1)).toEqual({ day: new Date().toISOString().slice(0, 10), spent: 2, others: 100 });
    expect(spend?.[0]).toMatchObject({ spent: 0, others: 0 });
  });

  test("shows its audit to admins only", async () => {
    expect((await shown(staff.operator)).audit).toBeNull();
    const { audit } = await shown(staff.admin);
    expect(audit?.map((row) => row.action)).toContain("user.view");
  });

  test("offers each full list as a file, with formulas defused", async () => {
    const reservations = await fileOf("");
    expect(reservations).toHaveLength(1202);
    expect(reservations.at(-1)).toContain(",'=waits,queued,");
    const billing = await fileOf("&table=billing");
    expect(billing).toHaveLength(1202);
    const dates = billing.slice(1).map((line) => line.split(",")[0]);
    expect(dates).toEqual(dates.toSorted().reverse());
    expect((await fileOf("&table=mails")).slice(1).map((line) => line.split(",").slice(1).join())).toEqual([
      "Failed,given up",
      "Waits,waiting",
      "Sent,sent",
    ]);
    expect(await fileOf("&table=spend")).toHaveLength(31);
    expect(await fileOf("&table=top-ups")).toHaveLength(2);
    expect(await fileOf("&table=sessions")).toEqual([]);
  });

  test("keeps the other lists if one cannot be read", async () => {
    await db.query(`alter table mail rename to mail_away`);
    const page = await shown().finally(() => db.query(`alter table mail_away rename to mail`));
    expect(page.mails).toBeNull();
    expect(page.cards).toHaveLength(1);
  });
});

describe("Ending a user's sessions", () => {
  const send = async (visit: Visit, reason: string) =>
    await answerOf(await action(post(visit, path, { intent: "end-sessions", reason }, params)));

  test("is for admins, asks for the reason, and is audited with it", async () => {
    expect(
      (await thrownBy(action(post(staff.operator, path, { intent: "end-sessions", reason: "x" }, params)))).status,
    ).toBe(403);
    expect((await send(staff.admin, "")).status).toBe(422);
    await aVisit({ userId: staff.tenant.userId });
    expect((await send(staff.admin, "Lost telephone")).status).toBe(303);
    expect((await shown()).sessions).toEqual([]);
    const [row] = await db.query(`select reason, tenant_id from audit_row where action = 'user.end-sessions'`);
    expect(row).toEqual({ reason: "Lost telephone", tenant_id: staff.tenant.tenantId });
  });
});
