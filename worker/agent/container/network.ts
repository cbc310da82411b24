import { LABEL, type NetworkSpec } from "./spec";

/** A task's subnet holds its gateway and itself. */
const SUBNET_SIZE = 8;
const SUBNET_PREFIX = 29;
/** The name prefix of tasks' bridges, so that one rule can match them all. */
export const BRIDGES = "mlr";

/**
 * Returns the network of the task with that port. A port is unique on the machine, and so are the name, bridge and
 * subnet derived from it.
 */
export function networkOf(port: number, { from, dir }: { from: string; dir: string }): NetworkSpec {
  const [base = "", prefix = ""] = from.split("/");
  const count = 2 ** (SUBNET_PREFIX - Number(prefix));
  const first = (toNumber(base) & prefixMask(Number(prefix))) >>> 0;
  const subnet = first + (port % count) * SUBNET_SIZE;
  return {
    name: `millrace-${port}`,
    bridge: `${BRIDGES}${port}`,
    subnet: `${toText(subnet)}/${SUBNET_PREFIX}`,
    gateway: toText(subnet + 1),
    labels: { [LABEL.dir]: dir },
  };
}

function toNumber(address: string): number {
  return address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

function toText(value: number): string {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join(".");
}

function prefixMask(prefix: number): number {
  return prefix === 0 ? 0 : ~(2 ** (32 - prefix) - 1);
}
