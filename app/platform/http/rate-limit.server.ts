import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { M } from "~/messages";
import { Refusal } from "~/platform/refusal";
import { env } from "~/platform/env.server";

const MINUTE_S = 60;

const perMinute = (points: number) => new RateLimiterMemory({ points, duration: MINUTE_S });

/** Limits counted in each process (0.9), so that a flood is refused without a query. */
const limits = {
  key: perMinute(env.RATE_KEY_PER_MIN),
  public: perMinute(env.RATE_PUBLIC_PER_MIN),
  reserve: perMinute(env.RATE_RESERVE_PER_MIN),
  search: perMinute(env.RATE_SEARCH_PER_MIN),
  usage: perMinute(env.RATE_USAGE_PER_MIN),
  holds: perMinute(env.RATE_HOLDS_PER_MIN),
  sshCheck: perMinute(env.RATE_SSH_CHECK_PER_MIN),
};

export type Limit = keyof typeof limits;

/** Counts one request; refuses it over the limit with M08, status 429 and `Retry-After`. */
export async function countRequest(limit: Limit, key: string): Promise<void> {
  try {
    await limits[limit].consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw new Refusal(M.tooManyRequests({ seconds }), {
      status: 429,
      headers: { "Retry-After": String(seconds) },
    });
  }
}
