import { expect, test } from "vitest";
import { db, transaction, type Tx } from "~/platform/db.server";
import { notifyAll } from "~/platform/notify.server";
import { aMember } from "../../support/team-world";
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
  // A notice that was sent before is not sent again.
  expect((await said(["one", "three"])).entities).toEqual(["notification", "wake"]);
});

test("of people who are suspended only the owner gets mails of a tenant: they read why its tasks stopped", async () => {
  const owner = await aTenant({ dollars: 0 });
  const mate = await aMember({ tenantId: owner.tenantId, role: "admin" });
  const mail = async (cause: string) => {
    const { tenantId } = owner;
    const notice = { tenantId, cause, retcode: "OK" as const, message: cause, url: "/billing", now: new Date() };
    await transaction((tx) => notifyAll(tx, [{ ...notice, mail: { subject: cause } }]));
    return (await db.query<{ to: string }>(`select to_address as "to" from mail where text = $1`, [cause])).map(
      ({ to }) => to,
    );
  };
  expect((await mail("first")).sort()).toEqual([owner.email, mate.email].sort());
  await db.query(`update user_account set state = 'suspended' where id = any($1)`, [[owner.userId, mate.userId]]);
  expect(await mail("second")).toEqual([owner.email]);
});
