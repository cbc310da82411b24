import { randomUUID } from "node:crypto";
import { type Tx, transaction } from "~/platform/db.server";
import { M } from "~/usage/messages";
import { Refusal } from "~/platform/refusal";
import { plainArray, textArray } from "~/usage/inside/intake/array-literal";
import { commitLine } from "~/usage/inside/intake/commit-line";
import { type EventUser, findEventUsers } from "~/usage/inside/intake/find-event-users.server";
import { readLeft } from "./read-left.server";

interface AskedHold {
  /** An email or a tenant name. */
  user: string;
  coins: number;
  ttlS: number;
  /** Tenant whose users are allowed; null: any tenant. */
  ofTenant: number | null;
  now: Date;
}

interface GivenHold {
  hold: string;
  coins: number;
  expiresAt: Date;
  /** Coins left below the hard limit; null without one. */
  left: number | null;
}

const NOT_ENOUGH = "The monthly limit of coins does not cover this.";
const AT_ONCE = 500;

/**
 * Waiting requests share a transaction: otherwise a thousand at once for one tenant would each hold a connection while
 * they wait.
 */
const inLine = commitLine({
  sizeOf: () => 1,
  // Gateways hold for all tenants, a workspace for its own.
  senderOf: ({ ofTenant }: AskedHold) => ofTenant,
  atOnce: AT_ONCE,
  together: createHolds,
});

/**
 * Holds coins before a call. A tenant with a hard limit gets at most what is left: the month's coins, all open holds
 * and this one never exceed the limit, even for concurrent requests. Other tenants always get the hold. @throws Refusal
 * 402 with what is left; a Refusal for an unknown user.
 */
export async function createHold(asked: AskedHold): Promise<GivenHold> {
  const answer = await inLine(asked);
  if (answer instanceof Refusal) throw answer;
  return answer;
}

async function createHolds(asked: readonly AskedHold[]): Promise<(GivenHold | Refusal)[]> {
  return await transaction(async (tx) => {
    const users = await findEventUsers(tx, new Set(asked.map(({ user }) => user)));
    const tenants = new Set([...users.values()].map(({ tenantId }) => tenantId));
    const left = await readLeft(tx, tenants, asked[0]?.now ?? new Date(0));
    const given: (GivenHold & EventUser & { now: Date })[] = [];
    const answers = asked.map((one): GivenHold | Refusal => {
      const user = users.get(one.user);
      if (!user || (one.ofTenant !== null && user.tenantId !== one.ofTenant))
        return Refusal.ofField("user", M.noUserWithEmail);
      const ofTenant = left.get(user.tenantId);
      const coins = BigInt(one.coins);
      if (ofTenant !== undefined && ofTenant < coins) return refusalOf(ofTenant);
      if (ofTenant !== undefined) left.set(user.tenantId, ofTenant - coins);
      const { now } = one;
      const expiresAt = new Date(now.getTime() + one.ttlS * 1000);
      const stays = ofTenant === undefined ? null : Number(ofTenant - coins);
      const hold = { hold: randomUUID(), coins: one.coins, expiresAt, left: stays };
      given.push({ ...hold, ...user, now });
      return hold;
    });
    if (given.length > 0) await writeHolds(tx, given);
    return answers;
  });
}

function refusalOf(left: bigint): Refusal {
  return new Refusal(NOT_ENOUGH, { status: 402, body: { left: Math.max(0, Number(left)) } });
}

async function writeHolds(tx: Tx, given: readonly (GivenHold & EventUser & { now: Date })[]): Promise<void> {
  await tx.prepared.query(
    `insert into usage_hold (id, tenant_id, user_id, coins, created_at, expires_at)
     select * from unnest($1::uuid[], $2::int[], $3::int[], $4::bigint[], $5::timestamptz[], $6::timestamptz[])`,
    [
      plainArray(given.map(({ hold }) => hold)),
      plainArray(given.map(({ tenantId }) => tenantId)),
      plainArray(given.map(({ userId }) => userId)),
      plainArray(given.map(({ coins }) => coins)),
      textArray(given.map(({ now }) => now.toISOString())),
      textArray(given.map(({ expiresAt }) => expiresAt.toISOString())),
    ],
  );
}
