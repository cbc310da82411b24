import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientAddress, markRequests } from "~/http/mark-requests.server";

const server = http.createServer((request, response) => response.end(JSON.stringify(request.headers)));
let origin = "";

beforeAll(async () => {
  markRequests();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((resolve) => void server.close(resolve)));

test("a request carries its id and its client's address, whatever the client says of itself", async () => {
  const forged = { "X-Request-Id": "mine", "X-Millrace-Client": "10.0.0.1", "X-Forwarded-For": "10.0.0.2" };
  const seen = (await (await fetch(origin, { headers: forged })).json()) as Record<string, string>;
  expect(seen["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(seen["x-millrace-client"]).toBe("127.0.0.1");
  const again = (await (await fetch(origin)).json()) as Record<string, string>;
  expect(again["x-request-id"]).not.toBe(seen["x-request-id"]);
});

test.each([
  [0, "10.0.0.2, 10.0.0.3", "192.0.2.1"],
  [1, "10.0.0.2, 10.0.0.3", "10.0.0.3"],
  [2, "10.0.0.2, 10.0.0.3", "10.0.0.2"],
  [3, "10.0.0.2", "10.0.0.2"],
  [1, "", "192.0.2.1"],
])("with %i proxies of ours, %j is from %s", (proxies, forwarded, client) => {
  expect(clientAddress("192.0.2.1", forwarded, proxies)).toBe(client);
});
