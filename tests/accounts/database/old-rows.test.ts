import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { JOBS } from "../../../worker/timetable";
import { aTenant } from "../../support/world";

/** Days before now, and whether rows of that age are still kept (A30). */
async function insertOf(days: number, tenantId: number): Promise<void> {
  const at = new Date(Date.now() - days * 86_400_000);
  await db.query(
    `insert into mail (to_address, subject, text, cause, created_at) values ('a@b.example', 'Hello', 'A link', $1, $2)`,
    [`mail-${days}`, at],
  );
  await db.query(
    `insert into notification (tenant_id, human_readable_message, cause, at) values ($1, 'Hello', $2, $3)`,
    [tenantId, `notice-${days}`, at],
  );
  for (const state of ["done", "received"]) {
    await db.query(
      `insert into webhook_event (event_id, type, livemode, object_id, payload, state, created_at, received_at, try_after)
       values ($1, 'charge.refunded', false, 'ch_1', '{"id":"evt"}', $2, $3, $3, $3)`,
      [`${state}-${days}`, state, at],
    );
  }
}

test("old texts are deleted: of mails after 30 days, notifications and the provider's payloads after 90; their fingerprints stay (A30)", async () => {
  const { tenantId } = await aTenant();
  for (const days of [29, 31, 89, 91]) await insertOf(days, tenantId);
  await JOBS.find(({ name }) => name === "prune")?.run({ now: new Date() });
  const mails = await db.query<{ cause: string; text: string }>(
    `select cause, text from mail where cause like 'mail-%' order by id`,
  );
  expect(mails.map(({ cause, text }) => [cause, text])).toEqual([
    ["mail-29", "A link"],
    ["mail-31", ""],
    ["mail-89", ""],
    ["mail-91", ""],
  ]);
  const notices = await db.query<{ cause: string }>(
    `select cause from notification where cause like 'notice-%' order by id`,
  );
  expect(notices.map(({ cause }) => cause)).toEqual(["notice-29", "notice-31", "notice-89"]);
  const emptied = await db.query<{ event_id: string }>(`select event_id from webhook_event where payload = '{}'`);
  expect(emptied).toEqual([{ event_id: "done-91" }]);
});
