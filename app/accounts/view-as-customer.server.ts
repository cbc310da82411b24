import { M } from "~/accounts/messages";
import { command } from "~/platform/announce.server";
import { type Tx, transaction } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";

const VIEW_MS = 30 * 60_000;

interface View {
  sessionId: string;
  actorId: number;
  tenantId: number;
  /** The customer reads it under "Staff access". */
  reason: string;
  requestId: string;
  now: Date;
}

/**
 * Lets a session of staff with `customers.view` see a customer's screens for half an hour, with the rights of the role `staff` (16.12). The
 * session's sockets close and reconnect there.
 * @throws Refusal M02, M03, M701, M702.
 */
export async function viewAsCustomer({ sessionId, actorId, tenantId, reason, requestId, now }: View): Promise<void> {
  await transaction(async (tx) => {
    // Locks the user first, as everything that ends sessions does.
    await tx.query(`select from user_account where id = $1 for update`, [actorId]);
    await holdStaffRight(tx, { userId: actorId, now }, "customers.view");
    const [tenant] = await tx.query<{ tenantName: string; state: string; own: boolean }>(
      `select t.tenant_name as "tenantName", owner.state,
         exists (select from member o where o.tenant_id = t.id and o.user_id = $2) as own
       from tenant t join member m on m.tenant_id = t.id and m.role = 'owner' join user_account owner on owner.id = m.user_id
       where t.id = $1`,
      [tenantId, actorId],
    );
    if (!tenant) throw new Refusal(M.notFound, { status: 404 });
    if (tenant.own) throw new Refusal(M.viewIsOwn);
    if (tenant.state === "closed") throw new Refusal(M.viewIsClosed);
    const until = new Date(now.getTime() + VIEW_MS);
    if (!(await setView(tx, { sessionId, actorId, tenantId, until }))) throw new Refusal(M.notAllowed, { status: 403 });
    await writeAudit(
      {
        ...{ userId: actorId, action: "tenant.view-as", target: `tenant:${tenant.tenantName}`, tenantId, reason },
        ...{ after: { until: until.toISOString() }, requestId, now },
      },
      tx,
    );
  });
}

/** Ends a view as customer; the session is at its own tenant again. */
export async function stopViewing({ sessionId, actorId }: { sessionId: string; actorId: number }): Promise<void> {
  await transaction((tx) => setView(tx, { sessionId, actorId, tenantId: null, until: null }));
}

async function setView(
  tx: Tx,
  view: { sessionId: string; actorId: number; tenantId: number | null; until: Date | null },
): Promise<boolean> {
  const set = await tx.query(
    `update session set view_tenant_id = $3, view_until = $4 where id = $1 and user_id = $2 returning 1`,
    [view.sessionId, view.actorId, view.tenantId, view.until],
  );
  await command(tx, [{ command: "session", key: view.sessionId }]);
  return set.length > 0;
}
