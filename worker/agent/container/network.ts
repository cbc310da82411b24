import { LABEL, type NetworkSpec } from "./spec";

/** A task's subnet holds its gateway and itself. */
const SUBNET_SIZE = 8;
const SUBNET_PREFIX = 29;
/** The name prefix of tasks' bridges, so that one rule can match them all. */
export const BRIDGES = "mlr";

const PORTS = 65_536;

/**
 * Returns the network of the task with that port. A port is unique on the machine, and so are the name and bridge
 * derived from it; its subnet is, if `sharingSubnets` of the other tasks' ports does not have it.
 */
export function networkOf(port: number, { from, dir }: { from: string; dir: string }): NetworkSpec {
  const [base = "", prefix = ""] = from.split("/");
  const count = subnetsIn(from);
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

/** Returns these ports with all others of the same subnets: a small range has fewer subnets than there are ports. */
export function sharingSubnets(ports: Iterable<number>, from: string): Set<number> {
  const count = subnetsIn(from);
  const every = Array.from({ length: Math.ceil(PORTS / count) }, (_, at) => at * count);
  return new Set([...ports].flatMap((port) => every.map((start) => start + (port % count))));
}

function subnetsIn(from: string): number {
  return 2 ** (SUBNET_PREFIX - Number(from.split("/")[1]));
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
