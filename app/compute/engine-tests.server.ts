import { db } from "~/platform/db.server";
import { forEach } from "~/platform/for-each";
import type { ProbeLine } from "./engine";

/** The job that does the tests. */
export const ENGINE_TESTS = "test-engines";

interface AskedTest {
  id: string;
  kind: string;
  url: string;
  settings: object;
  credentials: string | null;
}

/**
 * Tests engines with the settings that an admin wants to test. A test is kept for an hour: the form that made it may
 * still be open. `probe` calls an engine, and never throws.
 */
export async function testEngines(
  { now }: { now: Date },
  probe: (engine: AskedTest) => Promise<ProbeLine[]>,
): Promise<void> {
  await db.query(`delete from engine_test where asked_at < $1::timestamptz - interval '1 hour'`, [now]);
  const asked = await db.query<AskedTest>(
    `select id, kind, url, settings, credentials from engine_test where lines is null order by asked_at limit 10`,
  );
  await forEach(asked, async (engine) => {
    const lines = await probe(engine);
    await db.query(`update engine_test set lines = $2 where id = $1`, [engine.id, JSON.stringify(lines)]);
  });
}
