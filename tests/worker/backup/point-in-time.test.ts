import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startBun } from "../../support/bun-program";
import { until } from "../../support/until";
import { startPostgres, type RunningPostgres } from "../../../worker/up/postgres";
import { unprivileged } from "../../../worker/up/unprivileged";
import { anotherDatabase, ask, dropOthers, epochOf, run } from "./databases";
import { STAFF_RIGHT_NAMES } from "~/platform/staff-rights";

const ADMIN = { staffRights: STAFF_RIGHT_NAMES };

// A PostgreSQL of its own that archives its log by the script of docs/deploy/backup, and a restore to a moment, step by
// step as docs/operating.md has it. Only the copy of the folder is made without pg_basebackup, which is not in the
// embedded PostgreSQL.
const SCRIPT = join(import.meta.dirname, "../../../docs/deploy/backup/archive-wal.sh");
const FAST = { fsync: "off", synchronous_commit: "off", archive_mode: "on" };

const dir = mkdtempSync(join(tmpdir(), "millrace-archived-"));
const archive = join(dir, "archive");
let server: RunningPostgres;
let url = "";

/** Modules of the product on that server. */
const product = async () => ({
  ...(await import("../../support/world")),
  ...(await import("~/platform/db.server")),
  ...(await import("~/platform/read-backups.server")),
  ...(await import("~/staff/screens/dashboard/read-attention.server")),
});

beforeAll(async () => {
  const launcher = await unprivileged(join(dir, "postgres"));
  await launcher.makeFolder(archive);
  server = await startPostgres({ dir: join(dir, "postgres"), database: "millrace", settings: FAST });
  url = server.urlOf("millrace");
  await archiveTo(archive);
  vi.stubEnv("DATABASE_URL", url);
  vi.stubEnv("MILLRACE_DEMO", "0");
  const migrate = startBun("prisma/migrate.ts", { stderr: "pipe" });
  await migrate.gone;
  expect(migrate.process.exitCode, migrate.lines.join("\n")).toBe(0);
});
afterAll(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
  await dropOthers();
});

test("a restore to a moment has the books of that moment, and --renew-only does the rest", async () => {
  const { aTenant, credit, theCatalogue } = await product();
  const [backup] = await baseBackup();
  await theCatalogue();
  const { tenantId, userId } = await aTenant({ dollars: 100 });
  await ask(
    url,
    `insert into session (id, user_id, page_token, login_at, expires_at)
     values ('s', $1, 't', now(), now() + interval '1 day')`,
    [userId],
  );
  await ask(
    url,
    `with task as (insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, tenant_image,
         ssh_public_key, state, accepted_gpu_pph, pph, accepted_at, state_at)
       values ($1, 'one', 'fra1', 'a5000', 1, 'ubuntu22-cuda12', 'ssh-ed25519 x', 'running', 95, 95, now(), now())
       returning resv_guid)
     insert into task_door (resv_guid, label, token) select resv_guid, 'label', 'token' from task`,
    [tenantId],
  );
  for (let cents = 1; cents <= 20; cents += 1) await credit({ tenantId, dollars: cents / 100 });
  await ask(url, "insert into job_tick (job, at, since) values ('scheduler', now(), now())");
  const books = await booksOf();
  const epoch = await epochOf(url);
  const [{ moment = "" } = {}] = await ask<{ moment: string }>(url, "select clock_timestamp()::text as moment");

  await credit({ tenantId, dollars: 7 });
  await ask(url, "delete from session; delete from task_door");
  expect(await booksOf()).not.toEqual(books);
  await archived();
  await server.stop();

  writeFileSync(join(backup, "recovery.signal"), "");
  const recovery = {
    restore_command: `gunzip < ${archive}/%f.gz > "%p"`,
    recovery_target_time: moment,
    recovery_target_action: "promote",
  };
  server = await startPostgres({ dir: backup, port: server.port, settings: { ...FAST, ...recovery } });
  expect(await booksOf()).toEqual(books);
  expect(await epochOf(url)).toBe(epoch);
  expect(await loggedIn()).toBe(1);

  const renewed = await run("restore", ["--renew-only"], { DATABASE_URL: url });
  const [tick] = await ask<{ at: Date }>(url, "select at from job_tick");
  const asOf = tick?.at.toISOString() ?? "";
  expect(renewed).toMatchObject({ code: 0, said: expect.stringContaining(`whose state is of ${asOf}`) as string });
  expect(await booksOf()).toEqual(books);
  expect(await epochOf(url)).not.toBe(epoch);
  expect(await loggedIn()).toBe(0);
  expect(await ask(url, "select from task_door")).toHaveLength(0);
  expect(await restores()).toEqual([asOf]);

  // Again: it passes over only the time since the last one.
  expect(await run("restore", ["--renew-only"], { DATABASE_URL: url })).toMatchObject({ code: 0 });
  const [, second = ""] = await restores();
  expect(second > asOf).toBe(true);
  await credit({ tenantId, dollars: 1 });
  await archived();
});

test("an archive that cannot be reached is a trouble on the dashboard and for the doctor, until it can", async () => {
  const { readBackups, readAttention } = await product();
  const concerns = async () => {
    const attention = await readAttention({ viewer: ADMIN, now: new Date() });
    return attention.concerns.filter(({ text }) => text.includes("could not archive"));
  };
  const doctor = async () => (await run("doctor", [], { DATABASE_URL: url })).said;
  expect((await readBackups()).failedAt).toBeNull();
  expect(await concerns()).toEqual([]);

  await archiveTo(join(dir, "not-mounted"));
  await finishFile();
  await until("a failure", async () => (await readBackups()).failedAt);
  expect(await concerns()).toMatchObject([{ tone: "danger" }]);
  expect(await doctor()).toMatch(/PostgreSQL could not archive its log at .*, and has archived nothing since/);

  await archiveTo(archive);
  await until("it to archive again", async () => (await readBackups()).failedAt === null);
  expect(await concerns()).toEqual([]);
  expect(await doctor()).not.toContain("could not archive");
});

test("an archive that hangs, as a lost network disk does, is the same trouble after a quarter of an hour", async () => {
  const { backupTrouble, readBackups, readAttention } = await product();
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const concerns = async (now: Date) => {
    const attention = await readAttention({ viewer: ADMIN, now });
    return attention.concerns.filter(({ text }) => text.includes("archived nothing of its log"));
  };
  await archived();
  const disk = join(dir, "disk");
  execFileSync("mkfifo", ["-m", "666", disk]);
  // It opens the FIFO for as long as nobody writes to it.
  await setCommand(`cat ${disk} && "${SCRIPT}" ${archive} "%p" "%f"`);
  for (let files = 0; files < 4; files += 1) await finishFile();
  expect((await readBackups()).failedAt).toBeNull();
  expect(backupTrouble(await readBackups(), inMinutes(14))).toBeNull();
  expect(await concerns(inMinutes(20))).toMatchObject([{ tone: "danger" }]);

  await archiveTo(archive);
  writeFileSync(disk, "");
  await archived();
  expect(await concerns(inMinutes(20))).toEqual([]);
});

test("--renew-only takes nothing else, and needs a database with tables", async () => {
  const { url: empty } = await anotherDatabase("empty");
  const refused = await run("restore", ["--renew-only"], { DATABASE_URL: empty });
  expect(refused).toEqual({ code: 1, said: "There is nothing to renew: the database has no tables." });
  for (const more of ["folder", "--replace", "--without-secret"]) {
    const how = await run("restore", ["--renew-only", more], { DATABASE_URL: empty });
    expect(how).toMatchObject({ code: 1, said: expect.stringMatching(/^How: /) as string });
  }
});

async function archiveTo(folder: string): Promise<void> {
  await setCommand(`"${SCRIPT}" ${folder} "%p" "%f"`);
}

async function setCommand(command: string): Promise<void> {
  await ask(url, `alter system set archive_command = '${command}'`);
  await ask(url, "select pg_reload_conf()");
}

/** Ends the present file of the log, and returns its name. */
async function finishFile(): Promise<string> {
  // An empty file is not ended.
  await ask(url, "select pg_create_restore_point('test')");
  const [row] = await ask<{ file: string }>(url, "select pg_walfile_name(pg_switch_wal()) as file");
  return row?.file ?? "";
}

/** Waits until all that was written is in the archive. */
async function archived(): Promise<void> {
  const file = await finishFile();
  await until(`${file} in the archive`, async () => {
    const [last] = await ask<{ file: string | null }>(url, "select last_archived_wal as file from pg_stat_archiver");
    return last?.file && last.file >= file;
  });
}

/** What pg_basebackup does: the folder as it is, and the label that says where the log begins. */
async function baseBackup(): Promise<[folder: string]> {
  const copy = join(dir, "restored");
  const { Client } = (await import("pg")).default;
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('weekly', true)");
    execFileSync("cp", ["-a", join(dir, "postgres"), copy]);
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(true)");
    execFileSync("sh", ["-c", `rm -rf "$0"/pg_wal/* "$0"/postmaster.pid`, copy]);
    writeFileSync(join(copy, "backup_label"), rows[0]?.labelfile ?? "");
  } finally {
    await client.end();
  }
  const { uid, gid } = statSync(copy);
  chownSync(join(copy, "backup_label"), uid, gid);
  writeFileSync(`${copy}.password`, readFileSync(join(dir, "postgres.password")));
  return [copy];
}

/** Every sum and count of the ledger. */
async function booksOf(): Promise<unknown[]> {
  return await ask(
    url,
    `select a.id, a.kind, a.unit, count(e.id), sum(e.units), max(e.id), (select count(*) from ledger_transaction) as of
     from ledger_account a left join ledger_entry e on e.account_id = a.id group by a.id order by a.id`,
  );
}

async function loggedIn(): Promise<number> {
  return (await ask(url, "select from session where expires_at > now()")).length;
}

async function restores(): Promise<string[]> {
  const rows = await ask<{ made_at: string }>(
    url,
    "select after->>'made_at' as made_at from audit_row where action = 'database.restore' order by id",
  );
  return rows.map((row) => row.made_at);
}
