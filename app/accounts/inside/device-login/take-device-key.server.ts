import { type Tx, transaction } from "~/platform/db.server";
import { rolesWith } from "~/platform/may";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { createKey } from "../api-keys/create-key.server";
import { KEY_SCOPES, type KeyScope } from "~/accounts/key-scopes";
import { hashOfSecret, signatureOf } from "~/platform/secret.server";

const KEY_DAYS = 90;
const DAY_MS = 86_400_000;
const SLOWER_S = 5;
/** Accepts requests that are this much too early: clocks drift. */
const EARLY_MS = 500;

interface MadeKey {
  key: string;
  name: string;
  scopes: readonly KeyScope[];
  expiresAt: Date;
}

interface LoginRow {
  state: "pending" | "allowed" | "denied" | "taken";
  clientName: string;
  ip: string;
  userId: number | null;
  tenantId: number | null;
  intervalS: number;
  polledAt: Date | null;
  expiresAt: Date;
}

/**
 * Creates the key of an allowed login. Returns the same one again until it is used, for a client whose answer was lost. Otherwise refuses with the `error` of RFC 8628 and status
 * 400; frequent polling lengthens the interval.
 */
export async function takeDeviceKey(given: { deviceCode: string; requestId: string; now: Date }): Promise<MadeKey> {
  // Commits what it recorded even if the answer is a refusal.
  const answer = await transaction((tx) => answerOf(tx, given));
  if (answer instanceof Refusal) throw answer;
  return answer;
}

async function answerOf(
  tx: Tx,
  { deviceCode, requestId, now }: { deviceCode: string; requestId: string; now: Date },
): Promise<MadeKey | Refusal> {
  const codeHash = hashOfSecret(deviceCode);
  const [login] = await tx.query<LoginRow>(
    `select state, client_name as "clientName", ip, user_id as "userId", tenant_id as "tenantId",
       interval_s as "intervalS", polled_at as "polledAt",
       expires_at as "expiresAt" from device_login where code_hash = $1 for update`,
    [codeHash],
  );
  if (!login || login.expiresAt <= now) return refusalWith("expired_token", M.deviceCodeExpired);
  if (login.state === "denied" || login.userId === null)
    return login.state === "denied"
      ? refusalWith("access_denied", M.loginDenied)
      : await stillPending(tx, codeHash, login, now);
  const [user] = await tx.query<{ tenantId: number; state: string }>(
    `select m.tenant_id as "tenantId", u.state from user_account u join member m on m.user_id = u.id
     where u.id = $1 and m.tenant_id = coalesce($2, u.tenant_id) and m.role = any($3::text[]) for share of m`,
    [login.userId, login.tenantId, [...rolesWith("keys.act")]],
  );
  if (!user || user.state !== "active") return refusalWith("access_denied", M.loginDenied);
  const name = `millrace on ${login.clientName}`;
  // Only the client knows the code, so only it can get the key again.
  const key = `mr_${signatureOf("device-key", [deviceCode])}`;
  if (login.state === "taken") {
    const [unused] = await tx.query<{ expiresAt: Date | null }>(
      `select expires_at as "expiresAt" from api_key where hash = $1 and used_at is null and revoked_at is null`,
      [hashOfSecret(key)],
    );
    return unused?.expiresAt
      ? { key, name, scopes: KEY_SCOPES, expiresAt: unused.expiresAt }
      : refusalWith("expired_token", M.deviceCodeExpired);
  }
  await tx.query(`update device_login set state = 'taken' where code_hash = $1`, [codeHash]);
  const expiresAt = new Date(now.getTime() + KEY_DAYS * DAY_MS);
  await createKey(tx, {
    secret: key,
    ...{ userId: login.userId, tenantId: user.tenantId, requestId, now },
    key: { name, scopes: [...KEY_SCOPES], networks: [], expiresAt },
    how: `You let a command line log in that asked from ${login.ip || "an unknown address"}. It was given this API key.`,
  });
  return { key, name, scopes: KEY_SCOPES, expiresAt };
}

async function stillPending(tx: Tx, codeHash: string, login: LoginRow, now: Date): Promise<Refusal> {
  const since = login.polledAt === null ? Infinity : now.getTime() - login.polledAt.getTime();
  const early = since < login.intervalS * 1000 - EARLY_MS;
  const intervalS = login.intervalS + (early ? SLOWER_S : 0);
  await tx.query(`update device_login set polled_at = $2, interval_s = $3 where code_hash = $1`, [
    codeHash,
    now,
    intervalS,
  ]);
  return early
    ? refusalWith("slow_down", M.askLessOften({ seconds: intervalS }))
    : refusalWith("authorization_pending", M.loginPending);
}

function refusalWith(error: string, message: string): Refusal {
  return new Refusal(message, { status: 400, body: { error } });
}
