import ipaddr from "ipaddr.js";

/** The routed part of IPv6. Addresses outside it, such as ::127.0.0.1, may embed an IPv4 address. */
const ROUTED_V6 = ipaddr.IPv6.parseCIDR("2000::/3");
/** Looks public but is not: at Azure, the host of a virtual machine answers there. */
const HOST_ADDRESSES = ["168.63.129.16"];
/** Names that no public DNS answers. */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa|onion|invalid)$/;

/**
 * Checks whether packets to the address leave for the internet. Private, local, shared, mapped, translated and reserved
 * addresses do not.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (HOST_ADDRESSES.includes(address.toString()) || address.range() !== "unicast") return false;
  return address instanceof ipaddr.IPv4 || address.match(ROUTED_V6);
}

/** Checks a host only by its name or address; only a look-up shows the address of a name. */
export function isPublicHost(host: string): boolean {
  return ipaddr.isValid(host) ? isPublicAddress(host) : host.includes(".") && !PRIVATE_NAME.test(host);
}

/** Recognizes this machine, for webhooks in a demo. */
export function isLoopbackAddress(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.parse(text).range() === "loopback";
}
