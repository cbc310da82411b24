import { expect, test } from "vitest";
import { isAt, knownHostsLine, splitSshAddr } from "~/compute/ssh-address";

const KEY = "ssh-ed25519 AAAAC3Nz first-try";

test.each([
  ["203.0.113.17:41022", { host: "203.0.113.17", port: 41022 }],
  ["gpu.example:22", { host: "gpu.example", port: 22 }],
  ["[2001:db8::17]:41022", { host: "2001:db8::17", port: 41022 }],
  ["", null],
  ["2001:db8::17:41022", null],
  ["host", null],
  ["203.0.113.17:0", null],
  ["203.0.113.17:99999", null],
])("%s is read as host and port", (sshAddr, address) => {
  expect(splitSshAddr(sshAddr)).toEqual(address);
});

test.each([
  ["203.0.113.17", ["203.0.113.17", "10.20.0.17"], true],
  ["10.20.0.17", [null, "10.20.0.17"], true],
  ["2001:db8:0::17", ["2001:DB8::17"], true],
  ["203.0.113.18", ["203.0.113.17", "10.20.0.17"], false],
  ["gpu.example", ["203.0.113.17", null], false],
  ["::ffff:10.20.0.17", ["10.20.0.17"], false],
  ["2001:db8::zz", ["2001:db8::17"], false],
])("%s at a node of %j: %s", (host, ips, answer) => {
  expect(isAt({ host, port: 22 }, ips)).toBe(answer);
});

test("a known_hosts line has the port in brackets, except for the usual one", () => {
  expect(knownHostsLine({ host: "203.0.113.17", port: 41022 }, KEY)).toBe("[203.0.113.17]:41022 ssh-ed25519 AAAAC3Nz");
  expect(knownHostsLine({ host: "2001:db8::17", port: 41022 }, KEY)).toBe("[2001:db8::17]:41022 ssh-ed25519 AAAAC3Nz");
  expect(knownHostsLine({ host: "gpu.example", port: 22 }, KEY)).toBe("gpu.example ssh-ed25519 AAAAC3Nz");
  expect(knownHostsLine({ host: "gpu.example", port: 22 }, "")).toBe("");
});
