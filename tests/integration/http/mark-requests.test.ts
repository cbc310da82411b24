import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientAddress } from "~/http/client-address.server";
import { markRequests } from "~/http/mark-requests.server";
import { isSameOrigin } from "~/http/same-origin.server";
import type { AnswerOf } from "~/http/watch-answer.server";
import { until } from "../../support/until";

const server = http.createServer((request, response) => {
  if (request.url === "/file") response.setHeader("Cache-Control", "public, max-age=3600");
  if (request.url?.startsWith("/moved")) response.writeHead(302, { Location: "/login" });
  if (request.url === "/get-only") response.statusCode = 405;
  response.end(JSON.stringify(request.headers));
});
let origin = "";
const arrived: unknown[] = [];
const answered: Parameters<AnswerOf>[0][] = [];

beforeAll(async () => {
  markRequests({ arrived: (request) => arrived.push(request), answered: (answer) => answered.push(answer) });
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

test("a foreign Origin reaches our same-origin rule, not the framework's, whichever Host a proxy passed on", async () => {
  const sent = {
    ...{ Host: "10.1.2.3:8080", "X-Forwarded-Host": "elsewhere.example" },
    ...{ Origin: "https://evil.example", "X-Millrace-Origin": "http://127.0.0.1:3000" },
  };
  const seen = JSON.parse((await ask("/", { headers: sent })).body) as Record<string, string>;
  expect(seen["host"]).toBe("127.0.0.1:3000");
  expect([seen["origin"], seen["x-forwarded-host"]]).toEqual([undefined, undefined]);
  expect(isSameOrigin(new Request("http://127.0.0.1:3000", { headers: seen }))).toBe(false);
  const { Origin: _, ...withoutOrigin } = sent;
  const forged = JSON.parse((await ask("/", { headers: withoutOrigin })).body) as Record<string, string>;
  expect(isSameOrigin(new Request("http://127.0.0.1:3000", { headers: forged }))).toBe(false);
});

test.each([
  ["/", "no-store", undefined],
  ["/moved", "no-store", undefined],
  ["/file", "public, max-age=3600", undefined],
  ["/get-only", "no-store", "GET, HEAD"],
])("the answer to %s has every standard header", async (path, cacheControl, allow) => {
  const { headers } = await ask(path);
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["referrer-policy"]).toBe("same-origin");
  expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  expect([headers["cache-control"], headers["allow"]]).toEqual([cacheControl, allow]);
});

test.each([
  ["GET", "/users/get/%ff", 400, "The request could not be read."],
  ["GET", "http://elsewhere.example/", 400, "The request could not be read."],
  ["TRACE", "/", 405, "This method is not allowed here."],
])("%s %s is answered in our envelope", async (method, path, status, message) => {
  const answer = await ask(path, { method });
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.body)).toEqual({ retcode: "ERROR", human_readable_message: message });
  expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("each answer is told of once, with the id that it bears", async () => {
  const { headers } = await ask("/moved?token=secret", { method: "POST" });
  const mine = () => answered.filter(({ requestId }) => requestId === headers["x-request-id"]);
  await until("the answer to be told of", () => Promise.resolve(mine().length > 0));
  expect(mine()).toMatchObject([{ method: "POST", pathname: "/moved", status: 302 }]);
});

/** As on the wire: `fetch` would not send such a path, method or Host. */
async function ask(path: string, options: http.RequestOptions = {}) {
  const { port } = server.address() as AddressInfo;
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http
      .request({ host: "127.0.0.1", port, path, ...options }, resolve)
      .on("error", reject)
      .end();
  });
  let body = "";
  for await (const chunk of response) body += String(chunk);
  return { status: response.statusCode, headers: response.headers, body };
}

test("a request is told of as it comes, with its cookies and without its search", async () => {
  arrived.length = 0;
  const { headers } = await ask("/tasks?previous=1", { headers: { Cookie: "a=b" } });
  expect(arrived).toEqual([{ requestId: headers["x-request-id"], pathname: "/tasks", cookies: "a=b" }]);
});
