import { keepWindows as keep } from "~/domain/nodes/maintenance/keep-windows.server";
import { log } from "../log";

/** Carries out planned maintenance of nodes: tells tenants, begins it, and sets the nodes back to Norm where that was ordered. */
export async function keepWindows(): Promise<void> {
  const { told } = await keep({ now: new Date() });
  if (told > 0) log.info({ told }, "tenants were told of planned maintenance");
}
