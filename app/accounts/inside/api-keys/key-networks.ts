import ipaddr from "ipaddr.js";

type Address = ReturnType<typeof ipaddr.parse>;
export const MOST_NETWORKS = 20;
const IPV4_BITS = 32;
const IPV6_BITS = 128;
/** Prefix bits of an IPv4 address mapped to IPv6. */
const MAPPED_BITS = IPV6_BITS - IPV4_BITS;

/** Parses one network to stored CIDR, with the host bits cleared; null if the text is not a network. */
export function networkIn(text: string): string | null {
  const [address = "", bits, ...more] = text.trim().split("/");
  if (more.length > 0 || !isAddress(address) || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return null;
  const parsed = ipaddr.parse(address);
  const mapped = parsed.kind() === "ipv6" && (parsed as ipaddr.IPv6).isIPv4MappedAddress();
  const given = bits === undefined ? null : Number(bits) - (mapped ? MAPPED_BITS : 0);
  const plain = plainOf(parsed);
  const most = plain.kind() === "ipv4" ? IPV4_BITS : IPV6_BITS;
  const prefix = given ?? most;
  if (prefix < 0 || prefix > most) return null;
  const whole = `${plain.toString()}/${prefix}`;
  const network =
    plain.kind() === "ipv4" ? ipaddr.IPv4.networkAddressFromCIDR(whole) : ipaddr.IPv6.networkAddressFromCIDR(whole);
  return `${network.toString()}/${prefix}`;
}

/** Checks whether a caller's address is in one of the networks. An IPv4 address mapped to IPv6 counts as IPv4. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  const host = address.split("%", 1)[0] ?? "";
  if (!isAddress(host)) return false;
  const caller = plainOf(ipaddr.parse(host));
  return networks.some((network) => {
    const [of, bits] = ipaddr.parseCIDR(network);
    return of.kind() === caller.kind() && caller.match(of, bits);
  });
}

/** Rejects `10.1` and `010.0.0.1`: programs read them differently. */
function isAddress(text: string): boolean {
  return text.includes(":")
    ? ipaddr.IPv6.isValid(text) && !text.includes("%")
    : /^(?:(?:0|[1-9]\d{0,2})(?:\.|$)){4}$/.test(text) && ipaddr.IPv4.isValid(text);
}

function plainOf(address: Address): Address {
  return ipaddr.process(address.toString());
}
