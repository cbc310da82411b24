import { env } from "~/env.server";
import { isPageToken as isEqual } from "./page-token.server";

/** Whether an `Authorization` header bears METRICS_TOKEN (0.5: M); never while none is set. */
export function mayReadMetrics(authorization: string | null | undefined): boolean {
  const given = (authorization ?? "").trim().replace(/^bearer\s+/i, "");
  return env.METRICS_TOKEN !== undefined && isEqual(env.METRICS_TOKEN, given);
}
