import type { Tx } from "~/db.server";
import { announce } from "~/domain/announce.server";
import type { Retcode } from "~/domain/refusal";

export interface Notice {
  tenantId: number;
  retcode: Retcode;
  message: string;
  /** Where the matter is shown. */
  url: string;
  /** Once per cause: a second notification of the same cause is not written. */
  cause: string;
  now: Date;
}

/** Tells a tenant's users something, once per cause, in the transaction of what it tells (5.2). */
export async function notify(tx: Tx, notice: Notice): Promise<void> {
  await notifyAll(tx, [notice]);
}

export async function notifyAll(tx: Tx, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return;
  const rows = await tx.query<{ id: bigint; tenantId: number }>(
    `insert into notification (tenant_id, retcode, human_readable_message, url, cause, at)
     select * from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
     on conflict (cause) do nothing returning id, tenant_id as "tenantId"`,
    [
      notices.map((one) => one.tenantId),
      notices.map((one) => one.retcode),
      notices.map((one) => one.message),
      notices.map((one) => one.url),
      notices.map((one) => one.cause),
      notices.map((one) => one.now),
    ],
  );
  await announce(
    tx,
    rows.map(({ id, tenantId }) => ({ entity: "notification" as const, key: String(id), tenantId })),
  );
}
