import { expect, test } from "vitest";
import { whyNoDatabase, whyNoSession } from "../../../../worker/up/why-no-database";

/** Log of PostgreSQL 15 after it was killed on a full disk and started again. */
const ON_A_FULL_DISK = `2026-11-24 03:41:50.000 UTC [1] LOG:  database system was interrupted while in recovery at 2026-11-24 03:41:45 UTC
2026-11-24 03:41:50.000 UTC [1] HINT:  This probably means that some data is corrupted and you will have to use the last backup for recovery.
2026-11-24 03:41:50.100 UTC [2] FATAL:  the database system is starting up
2026-11-24 03:41:50.200 UTC [1] FATAL:  could not extend file "base/16384/16496": No space left on device
2026-11-24 03:41:50.200 UTC [1] HINT:  Check free disk space.
`;

test("a full disk is reported as one, not as data that a backup must replace", () => {
  const said = whyNoDatabase("/data/postgres", ON_A_FULL_DISK);
  expect(said).toBe("The disk of /data/postgres is full. Free some space: no data was lost.");
});

test("so is one on which the database has no room for a session", () => {
  const full = Object.assign(new Error("could not write init file: No space left on device"), { code: "53100" });
  expect(whyNoSession("/data/postgres", full)?.message).toBe(
    "The disk of /data/postgres is full. Free some space: no data was lost.",
  );
  expect(whyNoSession("/data/postgres", new Error("of another kind"))).toBeNull();
});

test("other output is shown in PostgreSQL's words, and silence is an end from outside", () => {
  const said = `2026-11-24 03:41:50.200 UTC [1] FATAL:  data directory "/d" has wrong ownership\n`;
  expect(whyNoDatabase("/d", said)).toContain('data directory "/d" has wrong ownership');
  const spoilt = `2026-11-27 00:05:19.734 UTC [1] PANIC:  could not read file "global/pg_control": read 0 of 296\n`;
  expect(whyNoDatabase("/d", spoilt)).toContain('could not read file "global/pg_control"');
  expect(whyNoDatabase("/d", "")).toBe("The database did not start: it was ended from outside");
});
