import fc from "fast-check";
import { expect, test } from "vitest";
import { isTaskHost, parsePortHost, portHost, portOrigin } from "~/compute/port-host";

const LABEL = "0f2c91d4a7b3e85d6c10";
const HOST = "tasks.example.net";

test("a port's name is parsed as written, in any case and with any port of the proxy", () => {
  const port = fc.integer({ min: 1, max: 65_535 });
  const node = fc.integer({ min: 1, max: 8 });
  const label = fc.stringMatching(/^[0-9a-f]{20}$/);
  fc.assert(
    fc.property(port, node, label, fc.constantFrom("", ":443", ":3001"), (port, node, label, at) => {
      const host = portHost({ port, node, label }, HOST) + at;
      expect(parsePortHost(host, HOST)).toEqual({ port, node, label });
      expect(parsePortHost(host.toUpperCase(), `${HOST}:8443`)).toEqual({ port, node, label });
    }),
  );
});

test.each([
  `0-${LABEL}.${HOST}`,
  `65536-${LABEL}.${HOST}`,
  `08888-${LABEL}.${HOST}`,
  `-1-${LABEL}.${HOST}`,
  `8888-${LABEL}0.${HOST}`,
  `8888-${LABEL}.x.${HOST}`,
  `x.8888-${LABEL}.${HOST}`,
  `8888-${LABEL}.${HOST}.`,
  `8888-${LABEL}.${HOST}@evil.example`,
  `evil.example#8888-${LABEL}.${HOST}`,
  `8888-${LABEL}.${HOST}:x`,
  `8888-${LABEL}.evil${HOST}`,
  `8888-${LABEL}`,
  `8888-n0-${LABEL}.${HOST}`,
  `8888-n1-${LABEL}.${HOST}`,
  `8888-n02-${LABEL}.${HOST}`,
  `8888-n100-${LABEL}.${HOST}`,
  `8888-2-${LABEL}.${HOST}`,
  `8888-n2${LABEL}.${HOST}`,
  HOST,
  "",
])("%s names no port", (host) => {
  expect(parsePortHost(host, HOST)).toBeNull();
});

test("for any Host, the result is a port of a task exactly if the host is for tasks", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `${text}.${HOST}`),
      ),
      (host) => {
        const name = parsePortHost(host, HOST);
        if (name)
          expect(isTaskHost(host, HOST) && portHost(name, HOST) === host.toLowerCase().replace(/:\d+$/, "")).toBe(true);
      },
    ),
  );
});

test("ports are reached by https, but on this machine", () => {
  expect(portOrigin({ port: 1, node: 1, label: LABEL }, HOST)).toBe(`https://1-${LABEL}.${HOST}`);
  expect(portOrigin({ port: 1, node: 1, label: LABEL }, "localhost:3001")).toBe(`http://1-${LABEL}.localhost:3001`);
});

test("a further node is in the same label, which one wildcard certificate covers", () => {
  const host = portHost({ port: 65_535, node: 8, label: LABEL }, HOST);
  expect(host).toBe(`65535-n8-${LABEL}.${HOST}`);
  expect(host.split(".")[0]?.length).toBeLessThanOrEqual(63);
});
