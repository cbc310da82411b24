import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeAudit } from "~/platform/write-audit.server";
import { aTenant, theCatalogue } from "../../support/world";
import { aFolder, anotherDatabase, dropOthers, run } from "./databases";

const DATABASE_URL = process.env["DATABASE_URL"] ?? "";
let folder: string;

beforeAll(async () => {
  await theCatalogue();
  const { userId } = await aTenant({ role: "admin" });
  const write = async (target: string) =>
    await writeAudit({ userId, action: "node.drain", target, after: { drain: 1 }, requestId: "r", now: new Date() });
  for (const target of ["node:a", "node:b"]) await write(target);
  folder = join(aFolder(), "audit");
  expect(await run("backup", [folder], { DATABASE_URL })).toMatchObject({ code: 0 });
  await write("node:c");
});
afterAll(dropOthers);

test("npm run verify-audit prints the number of intact rows and what to keep, or the broken row, with exit code 1", async () => {
  const whole = await run("verify-audit", [], { DATABASE_URL });
  expect(whole.code).toBe(0);
  expect(whole.said).toMatch(/The audit is intact: 3 rows from \S+Z to \S+Z\./);
  const [, kept = ""] = /Keep this elsewhere, for a later check: (3:[0-9a-f]{64})/.exec(whole.said) ?? [];
  expect(await run("verify-audit", [kept], { DATABASE_URL })).toMatchObject({ code: 0 });
  const nonsense = await run("verify-audit", ["nonsense"], { DATABASE_URL });
  expect(nonsense).toMatchObject({ code: 1, said: expect.stringMatching(/^How: /) as string });

  // A restored backup is a complete chain that continues with a row of its own; rows written since are missing, which
  // is reported.
  const copy = await anotherDatabase("empty");
  expect(await run("restore", [folder], { DATABASE_URL: copy.url })).toMatchObject({ code: 0 });
  const restored = await run("verify-audit", [], { DATABASE_URL: copy.url });
  expect(restored).toMatchObject({ code: 0, said: expect.stringMatching(/intact: 3 rows/) as string });
  const [last] = await copy.query<{ action: string }>(
    `select r.action from audit_row r join audit_link l on l.row_id = r.id order by l.number desc limit 1`,
  );
  expect(last?.action).toBe("database.restore");
  const missing = await run("verify-audit", [kept], { DATABASE_URL: copy.url });
  expect(missing.code).toBe(1);
  expect(missing.said).toMatch(/BROKEN\. Link 3 differs from the kept hash/);
  await expect(copy.query("delete from audit_row")).rejects.toThrow("append-only");

  await copy.query("alter table audit_row disable trigger user");
  await copy.query(`update audit_row set user_id = 99 where target = 'node:b'`);
  const broken = await run("verify-audit", [], { DATABASE_URL: copy.url });
  expect(broken.code).toBe(1);
  expect(broken.said).toMatch(/The audit is BROKEN\. Row \d+ \(link 2, node\.drain at .*\) was changed/);
  expect(broken.said).toMatch(/1 rows? before that fit/);
});
