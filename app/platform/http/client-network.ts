const GROUPS = 8;
/** A customer's line has a /64 network and may use any address in it. */
const LINE_GROUPS = 4;

/** The network of an address for limits: the whole IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!address.includes(":")) return address;
  const [head = "", tail = ""] = (address.split("%", 1)[0] ?? "").split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === "" ? [] : tail.split(":");
  const groups = [...before, ...Array<string>(Math.max(0, GROUPS - before.length - after.length)).fill("0"), ...after];
  const line = groups.slice(0, LINE_GROUPS).map((group) => (parseInt(group, 16) || 0).toString(16));
  return `${line.join(":")}::/64`;
}
