import { beforeAll, expect, test } from "vitest";
import { db, sweep } from "~/platform/db.server";
import { verifyAudit } from "~/platform/verify-audit.server";
import { listStaffAccess } from "~/platform/list-staff-access.server";
import { env } from "~/platform/env.server";
import { applyMigrations, readMigrations } from "../../../prisma/engine";
import { atMigration } from "../../support/old-database";

const AUDIT_CHAIN = "20261122210000_audit_chain";
let tenantId = 0;

/** A Millrace with an audit from before the chain is migrated. */
beforeAll(async () => {
  await db.query(`drop schema public cascade`);
  await db.query(`create schema public`);
  const names = readMigrations().migrationDirectories.map(({ path }) => path);
  await atMigration(env.DATABASE_URL, names.indexOf(AUDIT_CHAIN));
  const [tenant] = await db.query<{ id: number }>(`insert into tenant (tenant_name) values ('old') returning id`);
  tenantId = tenant?.id ?? 0;
  const insertUser = `insert into user_account (tenant_id, name, email) values ($1, 'Old', $2) returning id`;
  const [user] = await db.query<{ id: number }>(insertUser, [tenantId, "old@test.example"]);
  await db.query(
    `insert into audit_row (user_id, action, target, after, at) values
       (77, 'user.suspend', $1, '{"reason": "for the staff"}', '2026-01-01Z'), (null, 'user.suspend', $1, null, '2026-01-02Z'),
       ($2, 'api-key.show', $1, null, '2026-01-03Z'), (77, 'node.drain', 'node:a', '{"drain": 1}', '2026-01-04Z')`,
    [`user:${user?.id}`, user?.id],
  );
  expect(await applyMigrations(env.DATABASE_URL)).toContain(AUDIT_CHAIN);
});

test("rows from before are chained in their order", async () => {
  expect(await sweep((connection) => verifyAudit(connection))).toMatchObject({ fault: null, rows: 4 });
  const links = await db.query(`select number, row_id from audit_link order by number`);
  expect(links).toEqual([1n, 2n, 3n, 4n].map((number) => ({ number, row_id: number })));
});

test("a customer reads staff's earlier actions, without the reasons that were written for staff only", async () => {
  const { rows } = await listStaffAccess({ tenantId, after: null });
  expect(rows).toMatchObject([{ action: "user.suspend", reason: "", change: "", role: "" }]);
});
