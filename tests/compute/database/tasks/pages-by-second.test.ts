import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { call, read } from "../../../contract/support/call";
import { aPerson } from "../../../contract/support/people";
import { at } from "../../../worker/lifecycle/stage";
import { aTask } from "./support";

test.each(["/v1/jobs", "/v1/billing-short"])(
  "pages of %s by before_ts miss no row of a second that two share",
  async (path) => {
    const { apiKey, tenantId } = await aPerson();
    const names = ["a", "b", "c", "d", "e"];
    for (const [n, taskName] of names.entries())
      await aTask({ tenantId, taskName, state: "finished", acceptedAt: at(n < 2 ? n : 2 + n / 10) });
    await db.query("update task set placed_at = accepted_at where tenant_id = $1", [tenantId]);
    const listed: string[] = [];
    for (let before = ""; ;) {
      const answer = await read<{ jobs: Row[] } & Row[]>(await call(`${path}?limit=2${before}`, { key: apiKey }));
      const rows = answer.jobs ?? answer;
      const last = rows.at(-1);
      if (!last) break;
      listed.push(...rows.map((row) => row.task_name));
      before = `&before_ts=${last.ts_scheduled ?? last.start_ts}`;
    }
    expect(listed.filter((name) => names.includes(name))).toEqual(names.toReversed());
  },
);

interface Row {
  task_name: string;
  ts_scheduled?: number;
  start_ts?: number;
}
