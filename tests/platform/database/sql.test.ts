import { makeWorkerUtils } from "graphile-worker";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pool } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { MAKE as SANDBOX } from "../../../worker/sandbox-stripe/state/database";
import { type Checked, checkStatement, openCheck } from "../../support/sql/check";
import { findStatements } from "../../support/sql/find";
import { readSource } from "../../support/sql/program";

// Checks every statement of the source against the migrated database (decision 0164): its tables and columns exist, the
// right number of values is sent, and its rows match their type. No statement is run.
const source = readSource();
const { statements, unreadable } = findStatements(source);

/**
 * Statements by function and text: those on any tables of a database, and functions that pass on the texts of others.
 */
const MADE_AT_RUN_TIME = [
  // app/platform/db.server.ts and prisma/engine.ts: the functions that send statements.
  "query: text",
  "query: text",
  "query: text",
  "query: statement",
  // worker/up/verify-audit-main.ts: the same with its own connection.
  "query: filled(text, values)",
  "copyIn: copyFrom(statement)",
  // Whole scripts: migrations and their comparison.
  "openWhole: script",
  "once: statement",
  // Partitions of events are named after their days.
  "dropOldDays: `alter table usage_event detach partition ${partition} concurrently`",
  "dropOldDays: `alter table usage_event detach partition ${partition} finalize`",
  "dropOldDays: `drop table ${partition}`",
  // Backup and restore read all tables of a database, by their names.
  "createDatabase: `create database ${client.escapeIdentifier(name)}`",
  'readSnapshot: `lock table ${listed.map(quoted).join(", ")} in access share mode`',
  "writeTable: copyTo(`copy (select ${columns} from ${quoted(table)}) to stdout`)",
  "emptySchemas: statement",
  "loadBackup: script",
  "loadBackup: `alter table ${quoted(table)} disable trigger user`",
  'loadBackup: `truncate ${manifest.tables.map(quoted).join(", ")}`',
  "loadBackup: `alter table ${quoted(table)} enable trigger user`",
  "loadBackup: key",
  "liftForeignKeys: `alter table ${key.table} drop constraint ${key.name}`",
  "loadTable: copyFrom(`copy ${quoted(table)} (${columns}) from stdin`)",
];

/**
 * Statements on one node by its id or name, on things that a pilot never has (volumes, plans), or on facts that hold
 * for pilots too.
 */
const ABOUT_PILOTS_TOO = [
  "app/accounts/end-admin-access.server.ts",
  "app/compute/inside/volumes/begin-deletion.server.ts",
  "app/compute/inside/volumes/choose-copy-node.server.ts",
  "app/compute/inside/volumes/list-keeping-clusters.server.ts",
  "app/compute/inside/volumes/volume-room.server.ts",
  "app/compute/list-volumes.server.ts",
  "app/fleet/authenticate-agent.server.ts",
  "app/fleet/check-health.server.ts",
  "app/fleet/inside/nodes/chores/read-chores.server.ts",
  "app/fleet/inside/nodes/findings/clear-finding.server.ts",
  "app/fleet/inside/nodes/maintenance/read-window.server.ts",
  "app/fleet/inside/nodes/read-node-facts.server.ts",
  "app/fleet/inside/nodes/read-node-past.server.ts",
  "app/fleet/inside/nodes/read-node-queue.server.ts",
  "app/fleet/inside/nodes/read-node-tasks.server.ts",
  "app/fleet/inside/nodes/revoke-old-key.server.ts",
  "app/fleet/inside/nodes/rolling/keep-rolling.server.ts",
  "app/fleet/inside/telemetry/read-history.server.ts",
  "app/fleet/keep-windows.server.ts",
  "app/fleet/list-valid-keys.server.ts",
  "app/fleet/read-desired.server.ts",
  "app/fleet/read-findings.server.ts",
  "app/fleet/record-reports.server.ts",
  "app/fleet/record-takeover.server.ts",
  "prisma/seed-nodes.ts",
];

let client: pg.Client;
let checked: Checked;

beforeAll(async () => {
  client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  // In addition to the product's own tables: the job queue's, and the payment sandbox's.
  const jobs = await makeWorkerUtils({ connectionString: env.DATABASE_URL });
  await jobs.migrate();
  await jobs.release();
  await client.query(SANDBOX);
  checked = await openCheck({ client, checker: source.checker, ours: pool.options.types ?? pg.types });
});
afterAll(async () => {
  await client.end();
});

test("the database accepts every statement of the source and returns the declared types", async () => {
  const faults: string[] = [];
  for (const statement of statements) faults.push(...(await checkStatement(checked, statement)));
  expect(faults).toEqual([]);
  expect(statements.length).toBeGreaterThan(400);
});

test("every statement can be read before it runs, except those in this list", () => {
  const listed = [...MADE_AT_RUN_TIME];
  const others = unreadable.filter(({ name }) => {
    const at = listed.indexOf(name);
    if (at >= 0) listed.splice(at, 1);
    return at < 0;
  });
  expect(others.map(({ place, name, why }) => `${place}, ${name}: ${why}`)).toEqual([]);
  expect(listed, "listed, and no longer there").toEqual([]);
});

test("a statement about the nodes that are there leaves out engines' pilots, except those in this list", () => {
  const about = statements.filter(
    ({ text }) => /\b(from|join|update) node\b/.test(text) && /retired_at is null/.test(text),
  );
  const others = about.filter(({ text }) => !text.includes("pilot_of"));
  const files = new Set(others.map(({ place }) => place.split(":")[0]));
  expect([...files].sort()).toEqual(ABOUT_PILOTS_TOO);
});

test("a statement broken by a migration is reported with its place, its column and the difference", async () => {
  await client.query(`
    alter table session rename column page_token to token_of_page;
    alter table cluster alter column networks drop not null;
    alter table price alter column pph_cents type bigint;
    alter table trial drop column ended_at`);
  const migrated = await openCheck(checked);
  const broken = /\b(page_token|networks|pph_cents|ended_at)\b/;
  const faults: string[] = [];
  for (const statement of statements) {
    if (broken.test(statement.text)) faults.push(...(await checkStatement(migrated, statement)));
  }
  expect(faults).toContainEqual(
    expect.stringMatching(/session\.server\.ts:\d+: error: column s\.page_token does not exist/),
  );
  expect(faults).toContainEqual(
    expect.stringMatching(/list-clusters.*:\d+: column "networks" may be null, and its type string\[\] does not/),
  );
  expect(faults).toContainEqual(
    expect.stringMatching(/read-row.*:\d+: column "pph" is int8 and arrives as bigint, not number/),
  );
  expect(faults).toContainEqual(expect.stringMatching(/remind-trials.*: column trial\.ended_at does not exist/));
});
