import { afterAll, beforeAll, expect, test } from "vitest";
import { startCutLine, type CutLine } from "../../support/cut-line";

// The database is reached through a connection that the test cuts, as if its machine went away.
let line: CutLine;

beforeAll(async () => {
  line = await startCutLine(process.env["DATABASE_URL"] ?? "");
  process.env["DATABASE_URL"] = line.url;
});
afterAll(async () => await line.cut());

test("59: while the database is down batches are FAILED with 503, and the client's retry counts once", async () => {
  const { aTenant } = await import("../../support/world");
  const { aServiceKey, anEvent, send, storedOf } = await import("./support/sending");
  const admin = await aTenant({ role: "admin" });
  const key = await aServiceKey(admin);
  const events = [anEvent(admin), anEvent(admin)];
  expect((await send(key, [anEvent(admin)])).status).toBe(200);

  await line.cut();
  const answers = await Promise.all([send(key, events), send(key, events)]);
  for (const { status, body } of answers)
    expect([status, body]).toEqual([
      503,
      { retcode: "FAILED", human_readable_message: "The service is busy. Please try again." },
    ]);

  await line.mend();
  expect((await send(key, events)).body).toMatchObject({ retcode: "OK", accepted: 2 });
  expect((await send(key, events)).body).toMatchObject({ retcode: "OK", duplicates: 2 });
  expect((await storedOf(admin.tenantId)).events).toBe(3);
});
