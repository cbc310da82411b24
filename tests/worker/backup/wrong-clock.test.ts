import { afterAll, afterEach, expect, test, vi } from "vitest";
import { PAYMENTS_MISSING } from "~/payments/missing-payments-sql";
import { renewAlone } from "../../../worker/up/backup/renew-alone";
import { anotherDatabase, dropOthers } from "./databases";

afterEach(() => vi.useRealTimers());
afterAll(dropOthers);

test.each([-2, 2])(
  "A restore by a machine whose clock is wrong by %i hours is of the database's time",
  async (hours) => {
    const restored = await anotherDatabase("migrated");
    // The last check before the backup.
    await restored.query(
      `insert into reconcile_check (name, state, message, figures, checked_at, answered_at, took_ms)
     values ('movements', 'well', '', '[]', now() - interval '1 hour', now() - interval '1 hour', 1)`,
    );
    vi.useFakeTimers({ now: Date.now() + hours * 3_600_000, toFake: ["Date"] });
    await renewAlone({ url: restored.url, signal: new AbortController().signal });
    const [row] = await restored.query(
      `select ${PAYMENTS_MISSING} as missing, at between now() - interval '1 minute' and now() as "isRight"
     from audit_row where action = 'database.restore'`,
    );
    expect(row).toEqual({ missing: true, isRight: true });
  },
);

test("A check of the money before the backup does not count, though the database's clock was ahead then", async () => {
  const restored = await anotherDatabase("migrated");
  await restored.query(
    `insert into reconcile_check (name, state, message, figures, checked_at, answered_at, took_ms)
     values ('movements', 'well', '', '[]', now() + interval '1 hour', now() + interval '1 hour', 1)`,
  );
  await renewAlone({ url: restored.url, signal: new AbortController().signal });
  expect(await restored.query(`select ${PAYMENTS_MISSING} as missing`)).toEqual([{ missing: true }]);
});
