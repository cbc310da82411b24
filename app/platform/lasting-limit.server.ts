import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { db } from "./db.server";

/** Converts 64-bit integers, because our pool returns bigint and the limiter calculates with numbers. */
const store = {
  query: async ({ text, values }: { text: string; values: unknown[] }) => ({
    rows: (await db.query<Record<string, unknown>>(text, values)).map((row) => ({
      ...row,
      ...(typeof row["expire"] === "bigint" ? { expire: Number(row["expire"]) } : {}),
    })),
  }),
};

const KEY_MAX = 150;

/**
 * A limit kept in the database, so that it holds across web processes and restarts: for logins and mails (0.9).
 * `consume` throws the refusal that `refusal` makes from the seconds to wait.
 */
export function lastingLimit(given: {
  prefix: string;
  points: number;
  durationS: number;
  refusal: (seconds: number) => Error;
}) {
  const limiter = new RateLimiterPostgres({
    storeClient: store,
    storeType: "client",
    tableName: "login_limit",
    tableCreated: true,
    keyPrefix: given.prefix,
    points: given.points,
    duration: given.durationS,
  });
  const keyOf = (key: string) => key.slice(0, KEY_MAX);
  return {
    consume: async (key: string): Promise<void> => {
      try {
        await limiter.consume(keyOf(key));
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw given.refusal(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
      }
    },
    /** Counts and never refuses. */
    count: async (key: string) => void (await limiter.penalty(keyOf(key))),
    /** Resets the key's count. */
    forget: async (key: string) => void (await limiter.delete(keyOf(key))),
    /** Undoes one count. */
    giveBack: async (key: string) => void (await limiter.reward(keyOf(key))),
  };
}
