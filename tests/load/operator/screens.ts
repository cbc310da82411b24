import { heading } from "../report";
import { operatorAddresses } from "./addresses";
import { measureScreens } from "./measure";
import { fillOperatorWorld } from "./world";

/**
 * Every operator screen at the full size, or those with `BENCH_SCREENS` in their address: its first byte compared with
 * an empty page and with the frame, and its database time.
 */
export async function benchOperatorScreens(): Promise<void> {
  heading("Operator screens: 1,000,000 users, 1,000 nodes, 5,000 workspaces, 100,000,000 ledger entries as sums");
  await fillOperatorWorld(new Date());
  const only = process.env["BENCH_SCREENS"] ?? "";
  await measureScreens((await operatorAddresses()).filter((path) => path.includes(only)));
}
