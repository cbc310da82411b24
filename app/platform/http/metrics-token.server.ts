import { isEqualSecret } from "~/platform/secret.server";
import { env } from "~/platform/env.server";
import { countRequest } from "./rate-limit.server";

/**
 * Checks whether an `Authorization` header contains METRICS_TOKEN (0.5); always false while none is set. A wrong token
 * counts as a public call of its network, like all wrong credentials. Over the limit it is refused with M08.
 */
export async function mayReadMetrics(
  authorization: string | null | undefined,
  clientNetwork: string,
): Promise<boolean> {
  if (env.METRICS_TOKEN === undefined) return false;
  const given = (authorization ?? "").trim().replace(/^bearer\s+/i, "");
  if (isEqualSecret(env.METRICS_TOKEN, given)) return true;
  await countRequest("public", clientNetwork);
  return false;
}
