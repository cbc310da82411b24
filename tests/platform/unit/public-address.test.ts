import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLoopbackAddress, isPublicAddress } from "~/platform/public-address";

describe("Webhooks go to public addresses only (15.3)", () => {
  test.each([
    ["0.0.0.0", "this network"],
    ["10.1.2.3", "private"],
    ["172.16.0.1", "private"],
    ["172.31.255.255", "private"],
    ["192.168.1.1", "private"],
    ["127.0.0.1", "loopback"],
    ["127.255.255.254", "loopback"],
    ["169.254.169.254", "metadata of clouds"],
    ["100.64.0.1", "shared by carriers"],
    ["100.100.100.200", "metadata of a cloud"],
    ["192.0.0.192", "metadata of a cloud"],
    ["168.63.129.16", "the host of a machine at a cloud"],
    ["198.18.0.1", "benchmarks"],
    ["192.0.2.1", "examples"],
    ["203.0.113.9", "examples"],
    ["224.0.0.1", "multicast"],
    ["240.0.0.1", "reserved"],
    ["255.255.255.255", "broadcast"],
    ["::", "unspecified"],
    ["::1", "loopback"],
    ["::127.0.0.1", "an IPv4 address, in the old way"],
    ["::ffff:127.0.0.1", "a mapped IPv4 address"],
    ["::ffff:8.8.8.8", "a mapped IPv4 address"],
    ["::ffff:0:127.0.0.1", "a translated IPv4 address"],
    ["64:ff9b::7f00:1", "a translated IPv4 address"],
    ["64:ff9b:1::a00:1", "a translated IPv4 address"],
    ["2002:7f00:1::1", "6to4"],
    ["2001:0:1::1", "Teredo"],
    ["2001:db8::1", "examples"],
    ["fc00::1", "private"],
    ["fd00:ec2::254", "metadata of a cloud"],
    ["fe80::1", "link"],
    ["fe80::1%eth0", "link, with a zone"],
    ["fec0::1", "site"],
    ["ff02::1", "multicast"],
    ["example.com", "no address"],
    ["", "nothing"],
  ])("%s is refused: %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(["8.8.8.8", "1.1.1.1", "100.63.255.255", "172.32.0.1", "2606:4700:4700::1111", "2a00:1450::1"])(
    "%s is accepted",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  test("no address of a private network is accepted, in any IPv6 notation", () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const wrap = fc.constantFrom(
      (v4: string) => v4,
      ...["::", "::ffff:", "::ffff:0:", "64:ff9b::"].map((front) => (v4: string) => front + v4),
    );
    fc.assert(
      fc.property(fc.constantFrom("10", "127", "0"), octet, octet, octet, wrap, (first, b, c, d, written) => {
        expect(isPublicAddress(written(`${first}.${b}.${c}.${d}`))).toBe(false);
      }),
    );
  });

  test("this machine is distinguished from others", () => {
    expect(["127.0.0.1", "127.9.9.9", "::1"].every(isLoopbackAddress)).toBe(true);
    expect(["10.0.0.1", "localhost", "8.8.8.8"].some(isLoopbackAddress)).toBe(false);
  });
});
