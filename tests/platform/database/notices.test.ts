import { expect, test } from "vitest";
import { db, transaction, type Tx } from "~/platform/db.server";
import { notifyAll } from "~/platform/notify.server";
import { aTenant } from "../../support/world";

test("notices with mails are announced in one statement, which also wakes the mails", async () => {
  const tenants = await Promise.all([aTenant({ dollars: 0 }), aTenant({ dollars: 0 })]);
  const notice = (tenantId: number, cause: string) => ({
    ...{ tenantId, cause, retcode: "OK" as const, message: "Done.", url: "/tasks", now: new Date() },
    mail: { subject: "Done" },
  });
  const said = async (causes: string[]) => {
    await db.query(`delete from outbox`);
    let statements = 0;
    await transaction(async (tx) => {
      const counting: Tx = {
        ...tx,
        prepared: {
          query: async (text, values) => {
            if (text.includes("into outbox")) statements += 1;
            return await tx.prepared.query(text, values);
          },
        },
      };
      await notifyAll(
        counting,
        tenants.map(({ tenantId }, at) => notice(tenantId, causes[at] ?? "")),
      );
    });
    const rows = await db.query<{ entity: string }>(`select entity from outbox order by entity, key`);
    return { statements, entities: rows.map(({ entity }) => entity) };
  };
  expect(await said(["one", "two"])).toEqual({ statements: 1, entities: ["notification", "notification", "wake"] });
  expect(await db.query(`select from mail where text = 'Done.'`)).toHaveLength(2);
  // What was said before is not said again.
  expect((await said(["one", "three"])).entities).toEqual(["notification", "wake"]);
});
