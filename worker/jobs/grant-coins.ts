import { grantDueCoins } from "~/domain/subscription/grant-coins.server";
import { log } from "../log";

/** The coins of the month for everybody who lacks them (B17). */
export async function grantCoins(): Promise<void> {
  const tenants = await grantDueCoins({ now: new Date() });
  if (tenants > 0) log.info({ tenants }, "coins of the month were given");
}
