import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { findUnready } from "~/platform/http/readiness.server";
import { leaseOfPool } from "~/platform/job-queue.server";
import { TICK_NAMES } from "~/platform/ticks";

/** Only root may mount a small disk, on which the database then keeps its temporary files. */
describe.runIf(process.getuid?.() === 0)("While the disk of the database is full", () => {
  const disk = mkdtempSync(join(tmpdir(), "millrace-full-"));
  const admin = new pg.Client({ connectionString: process.env["DATABASE_URL"] ?? "" });
  const { pathname } = new URL(process.env["DATABASE_URL"] ?? "");
  const database = pathname.slice(1);

  beforeAll(async () => {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", disk]);
    await admin.connect();
    const { rows } = await admin.query<{ dir: string }>("select current_setting('data_directory') as dir");
    const { uid, gid } = statSync(rows[0]?.dir ?? "");
    chownSync(disk, uid, gid);
    await admin.query(`create tablespace small_${database} location '${disk}'`);
    // For connections that begin from now on: those of the product.
    await admin.query(`alter database ${database} set temp_tablespaces = 'small_${database}'`);
    const ahead = "clock_timestamp() + interval '1 hour'";
    await db.query(`insert into job_tick (job, at, since) select unnest($1::text[]), ${ahead}, clock_timestamp()`, [
      TICK_NAMES,
    ]);
    await db.query(`insert into job_lease (job, holder, session, fence, expires_at) values ($1, 'a', 1, 1, ${ahead})`, [
      leaseOfPool("pool-a"),
    ]);
  });
  afterAll(async () => {
    await admin.query(`alter database ${database} reset temp_tablespaces`);
    await admin.query(`drop tablespace small_${database}`);
    await admin.end();
    execFileSync("umount", ["-l", disk]);
    rmSync(disk, { recursive: true });
  });

  test("/readyz says so, although ticks run in the room that files still have, until there is room", async () => {
    expect(await findUnready()).toBeNull();
    const filler = join(disk, "filler");
    expect(() => writeFileSync(filler, Buffer.alloc(8 << 20))).toThrow("ENOSPC");
    expect(await findUnready()).toBe("disk");
    rmSync(filler);
    expect(await findUnready()).toBeNull();
  });
});
