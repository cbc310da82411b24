import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { db } from "~/db.server";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import { env } from "~/env.server";

const WINDOW_S = 15 * 60;

/** Our pool gives 64-bit integers as bigint; the limiter reckons in numbers. */
const store = {
  query: async ({ text, values }: { text: string; values: unknown[] }) => ({
    rows: (await db.query<Record<string, unknown>>(text, values)).map((row) => ({
      ...row,
      ...(typeof row["expire"] === "bigint" ? { expire: Number(row["expire"]) } : {}),
    })),
  }),
};

const limiter = (keyPrefix: string, points: number) =>
  new RateLimiterPostgres({
    ...{ storeClient: store, storeType: "client", tableName: "login_limit", tableCreated: true },
    ...{ keyPrefix, points, duration: WINDOW_S },
  });

// In the database, so that they hold over all web processes and restarts.
const byEmail = limiter("login-email", env.RATE_LOGIN_PER_EMAIL);
const byAddress = limiter("login-ip", env.RATE_LOGIN_PER_IP);

export interface LoginAttempt {
  email: string;
  ip: string;
}

/**
 * Counts an attempt before the password is looked at, so that many at once find no gap; refuses with M71 after
 * 5 per email and address or 20 per address in 15 minutes (0.9). `forgetAttempt` takes back one that succeeded.
 */
export async function countAttempt({ email, ip }: LoginAttempt): Promise<void> {
  try {
    await byAddress.consume(ip);
    await byEmail.consume(emailKey(email, ip));
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new Refusal(M.M71({ minutes: Math.max(1, Math.ceil(error.msBeforeNext / 60_000)) }));
  }
}

export async function forgetAttempt({ email, ip }: LoginAttempt): Promise<void> {
  await Promise.all([byEmail.delete(emailKey(email, ip)), byAddress.reward(ip)]);
}

function emailKey(email: string, ip: string): string {
  return `${email.slice(0, 150)}|${ip}`;
}
