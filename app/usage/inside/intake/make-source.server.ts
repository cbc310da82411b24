import { type Tx, transaction } from "~/platform/db.server";
import { insertKey } from "~/accounts/insert-key.server";
import { writeAudit } from "~/platform/write-audit.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { hiddenFault } from "~/platform/hidden-characters";
import { M } from "~/usage/messages";
import { Refusal } from "~/platform/refusal";

/** The user who changes a source, for the audit. */
export interface SourceAct {
  actorId: number;
  requestId: string;
  now: Date;
}

const NAME_MAX = 100;

/**
 * Creates a source of events with a service key, which acts for its creator and allows nothing else (0.5). The key is
 * shown only once. @throws Refusal M78.
 */
export async function makeSource(given: SourceAct & { name: string }): Promise<{ sourceId: number; key: string }> {
  const { actorId, requestId, now } = given;
  const name = given.name.trim();
  if (name === "" || [...name].length > NAME_MAX) throw Refusal.ofField("name", M.nameRequired);
  const hidden = hiddenFault(name);
  if (hidden !== null) throw Refusal.ofField("name", hidden);
  return await transaction(async (tx) => {
    const [made] = await tx.query<{ id: number }>(
      `insert into usage_source (name, created_by, created_at) values ($1, $2, $3) returning id`,
      [name, actorId, now],
    );
    if (!made) throw new Error("no source was made");
    const key = await makeServiceKey(tx, { sourceId: made.id, userId: actorId, now });
    const audit = { userId: actorId, action: "usage-source.make", target: `usage-source:${made.id}`, requestId, now };
    await writeAudit({ ...audit, after: { name, shown: 1 } }, tx);
    return { sourceId: made.id, key };
  });
}

/** Creates a service key of a source, which acts for the user; the caller shows it once. */
export async function makeServiceKey(
  tx: Tx,
  { sourceId, userId, now }: { sourceId: number; userId: number; now: Date },
): Promise<string> {
  await holdStaffRight(tx, { userId, now }, "usage.act");
  const [user] = await tx.query<{ tenantId: number }>(
    `select tenant_id as "tenantId" from user_account where id = $1`,
    [userId],
  );
  if (!user) throw new Error(`there is no user ${userId}`);
  return (await insertKey(tx, { kind: "usage", tenantId: user.tenantId, userId, sourceId, now })).key;
}
