import type { LoaderFunctionArgs } from "@remix-run/node";
import { beforeEach, expect, test, vi } from "vitest";
import { answerRequests } from "~/platform/http/answer-requests.server";
import { clientAddress } from "~/platform/http/client-address.server";
import { log } from "~/platform/http/log.server";
import { factsOf } from "~/platform/http/request-facts.server";
import { isSameOrigin } from "~/platform/http/same-origin.server";
import { aBuild } from "../../../support/remix-build";

const OURS = "http://127.0.0.1:3000";

/** Returns what a route knows about its request. */
function told(args: LoaderFunctionArgs): Response {
  const { requestId, clientAddress: address } = factsOf(args);
  const search = new URL(args.request.url).search;
  return Response.json({ requestId, address, sameOrigin: isSameOrigin(args), search });
}

const answers: Record<string, () => Response> = {
  "get-only": () => new Response(null, { status: 405 }),
  moved: () => new Response(null, { status: 302, headers: { Location: "/login" } }),
};
const routes = Object.fromEntries(
  [["told", told] as const, ...Object.entries(answers)].map(([id, run]) => [
    id,
    { id, path: id, module: { loader: run, action: run } },
  ]),
);
routes["any"] = { id: "any", path: "*", module: { loader: () => new Response("any"), action: told } };
const rowOf = (id: string) => ({ url: `/${id}`, file: `${id}.ts` });
const file = () => Promise.resolve(new Response("file", { headers: { "Cache-Control": "public, max-age=3600" } }));
const answer = answerRequests(
  aBuild(routes),
  { screens: [], jsonPaths: Object.keys(routes).map(rowOf) },
  (_request, pathname) => (pathname === "/file" ? file() : null),
);
const logged = vi.spyOn(log, "info");
beforeEach(() => logged.mockClear());

async function ask(path: string, init: RequestInit = {}) {
  const response = await answer(new Request(OURS + path, init), "127.0.0.1");
  const { status, headers } = response;
  return { status, headers, body: await response.text() };
}
const learnt = async (init: RequestInit = {}, path = "/told") =>
  JSON.parse((await ask(path, init)).body) as Record<string, unknown>;

test("a request has its id and its client's address, whatever the client claims", async () => {
  const forged = { "X-Request-Id": "mine", "X-Millrace-Client": "10.0.0.1", "X-Forwarded-For": "10.0.0.2" };
  const seen = await learnt({ headers: forged });
  expect(seen["requestId"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(seen["address"]).toBe("127.0.0.1");
  expect((await learnt())["requestId"]).not.toBe(seen["requestId"]);
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

test("a foreign Origin reaches our same-origin rule, not the framework's, for any Host from a proxy", async () => {
  const elsewhere = { "X-Forwarded-Host": "elsewhere.example", "X-Millrace-Origin": OURS };
  const foreign = { ...elsewhere, Origin: "https://evil.example" };
  const form = { method: "POST", body: new URLSearchParams({ a: "b" }) };
  expect((await learnt({ ...form, headers: foreign }))["sameOrigin"]).toBe(false);
  expect((await learnt({ ...form, headers: elsewhere }))["sameOrigin"]).toBe(false);
  expect((await learnt({ ...form, headers: { Origin: OURS } }))["sameOrigin"]).toBe(true);
  expect((await learnt({ ...form, headers: { Origin: "http://localhost:3000" } }))["sameOrigin"]).toBe(true);
});

test.each([
  ["/told", "no-store", null],
  ["/moved", "no-store", null],
  ["/file", "public, max-age=3600", null],
  ["/get-only", "no-store", "GET, HEAD"],
])("the answer to %s has every standard header", async (path, cacheControl, allow) => {
  const { headers } = await ask(path);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("same-origin");
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect([headers.get("cache-control"), headers.get("allow")]).toEqual([cacheControl, allow]);
});

test("an address with invalid escapes is answered in our envelope", async () => {
  const refused = await ask("/users/get/%ff");
  expect(refused.status).toBe(400);
  expect(JSON.parse(refused.body)).toEqual({
    retcode: "ERROR",
    human_readable_message: "The request could not be read.",
  });
  expect(refused.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test.each([
  ["http://127.0.0.1:3000", 200],
  ["http://localhost:3000", 200],
  ["http://[::1]:3000", 200],
  ["http://LOCALHOST:3000", 200],
  ["http://evil.example:3000", 421],
  ["http://evil.example", 421],
  ["http://localhost:4000", 421],
  ["http://localhost.evil.example:3000", 421],
  ["http://10.0.0.1:3000", 421],
])("3: of the demo, a request to %s is answered %i", async (origin, status) => {
  const response = await answer(new Request(`${origin}/told`), "127.0.0.1");
  expect(response.status).toBe(status);
  if (status === 421) {
    const message = "This address is not served here. Open http://127.0.0.1:3000 instead.";
    expect(await response.json()).toEqual({ retcode: "ERROR", human_readable_message: message });
  }
});

test("each answer is logged once, with its id", async () => {
  const { headers } = await ask("/moved?token=secret", { method: "POST" });
  expect(logged.mock.calls).toMatchObject([
    [{ requestId: headers.get("x-request-id"), method: "POST", route: "/moved", status: 302 }, "answered"],
  ]);
});

test("an answer to a client that left is logged as 499", async () => {
  const gone = new AbortController();
  gone.abort();
  await answer(new Request(`${OURS}/moved`, { signal: gone.signal }), "127.0.0.1").catch(() => {});
  expect(logged.mock.calls).toMatchObject([[{ route: "/moved", status: 499 }, "answered"]]);
});

test("8: an address with more segments than any route reaches no route, nor do prefetches with too many", async () => {
  const deep = (parts: number) => "/a".repeat(parts);
  expect((await ask(deep(32))).body).toBe("any");
  expect((await ask(deep(33))).status).toBe(404);
  expect((await ask(`/__manifest?version=x&p=${deep(400)}`)).status).toBe(204);
  for (const links of [`p=${deep(401)}`, `p=${encodeURIComponent(deep(401))}`, "p=%2Ftasks&".repeat(401)]) {
    expect((await ask(`/__manifest?version=x&${links}`)).status).toBe(400);
  }
});

test("an uncaught fault of a file or a route is answered in the envelope, and logged", async () => {
  const complained = vi.spyOn(log, "error").mockImplementation(() => {});
  const failing = answerRequests(aBuild(routes), { screens: [], jsonPaths: [] }, () => {
    throw new Error("the disk is gone");
  });
  const response = await failing(new Request(`${OURS}/file`), "127.0.0.1");
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({
    retcode: "FAILED",
    human_readable_message: `Something went wrong on our side. Reference ${response.headers.get("X-Request-Id")}.`,
  });
  expect(complained).toHaveBeenCalledTimes(1);
  complained.mockRestore();
});

test("8: `?_data=` is an unknown parameter without effect", async () => {
  expect((await learnt({}, "/told?a=1&_data=root&_data=x"))["search"]).toBe("?a=1");
});

test("robots and sitemap contain this installation's address, and only what visitors may see", async () => {
  const robots = await ask("/robots.txt");
  expect(robots.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  expect(robots.body).toContain("Disallow: /dashboard\n");
  const [, sitemap] = /^Sitemap: (.+)$/m.exec(robots.body) ?? [];
  const { body, headers } = await ask(new URL(sitemap ?? "").pathname);
  expect(headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
  const places = [...body.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, address]) => new URL(address ?? ""));
  expect(places.map(({ pathname }) => pathname)).toEqual(
    expect.arrayContaining(["/", "/pricing", "/status", "/terms"]),
  );
  expect(new Set(places.map(({ origin }) => origin))).toEqual(new Set([new URL(sitemap ?? "").origin]));
  expect(places.filter(({ pathname }) => /^\/(user|tasks|billing|dashboard)/.test(pathname))).toEqual([]);
  expect((await ask("/robots.txt", { method: "POST" })).body).not.toContain("Disallow");
});
