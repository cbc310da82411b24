import { once } from "node:events";
import { readFileSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, inject, test } from "vitest";
import { until } from "../support/until";

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const ask = async (path: string, init: RequestInit = {}) =>
  await fetch(`${inject("origin")}${path}`, { redirect: "manual", ...init });

test("The log has the route and the request of every answer, and never the token of a link in a mail", async () => {
  const token = "tokenThatOpensAnAccount";
  const answers = [
    await ask(`/reset/${token}`),
    await ask(`/verify/${token}`),
    await ask(`/reset/${token}`, { method: "POST", headers: FORM, body: "password=x" }),
    await ask(`/pricing?token=${token}`),
  ];
  const ids = answers.map(({ headers }) => headers.get("X-Request-Id") ?? "none");
  const log = () => readFileSync(join(inject("dataDir"), "web.log"), "utf8");
  await until("the answers to be logged", () => Promise.resolve(ids.every((id) => log().includes(id))));
  const mine = ids.map((id) =>
    JSON.parse(
      log()
        .split("\n")
        .find((line) => line.includes(id)) ?? "{}",
    ),
  );
  expect(mine).toMatchObject([
    { method: "GET", route: "/reset/:token", status: 200 },
    { method: "GET", route: "/verify/:token" },
    { method: "POST", route: "/reset/:token", status: 403 },
    { method: "GET", route: "/pricing", status: 200 },
  ]);
  expect(log()).not.toContain(token);
});

test("8: a form sent by another site gets the page of M14, with and without script", async () => {
  for (const path of ["/login", "/login.data"]) {
    for (const Origin of ["https://evil.example", "null", "nonsense"]) {
      const answer = await ask(path, { method: "POST", headers: { ...FORM, Origin }, body: "email=a" });
      expect([path, Origin, answer.status]).toEqual([path, Origin, 403]);
      expect(await answer.text()).toContain("The page has expired. Please try again.");
      expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    }
  }
});

test("12: an oversized body in pieces is read to its end and answered 413, M06, as form and as JSON", async () => {
  const sent = [
    ["/login", "application/x-www-form-urlencoded", "email="],
    ["/ajaxlogin", "application/json", '{"email":"'],
  ] as const;
  for (const [path, type, start] of sent) {
    const { status, text } = await sendInPieces(path, type, start, 2 * 1024 * 1024);
    expect([path, status]).toEqual([path, 413]);
    expect(text).toContain("The request is too large.");
  }
});

test("Redirects, files and refusals of the server have the headers of every answer; files may be cached", async () => {
  const page = await (await ask("/pricing")).text();
  const script = /\/build\/[\w/.-]+\.js/.exec(page)?.[0] ?? "none";
  const kept = [
    ["/tasks", 302, "no-store"],
    ["/tasks.data", 202, "no-store"],
    ["/users/get/%ff", 400, "no-store"],
    [script, 200, "public, max-age=31536000, immutable"],
  ] as const;
  for (const [path, status, cacheControl] of kept) {
    const { headers, status: given } = await ask(path);
    expect([path, given, headers.get("Cache-Control")]).toEqual([path, status, cacheControl]);
    expect(headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Referrer-Policy")).toBe("same-origin");
  }
});

/** Writes everything before it reads the answer, as simple clients do. */
async function sendInPieces(path: string, type: string, start: string, bytes: number) {
  const request = http.request(`${inject("origin")}${path}`, {
    method: "POST",
    headers: { "Content-Type": type, "Transfer-Encoding": "chunked" },
  });
  const answered = once(request, "response") as Promise<[http.IncomingMessage]>;
  request.write(start);
  for (let sent = 0; sent < bytes; sent += 16_384) request.write("x".repeat(16_384));
  request.end();
  const [response] = await answered;
  let text = "";
  for await (const part of response) text += String(part);
  return { status: response.statusCode, text };
}

test("A page is compressed for browsers that accept it, complete, with its data", async () => {
  for (const [accepted, encoding] of [
    ["gzip, deflate, br", "gzip"],
    ["br;q=1.0, GZIP;q=0.5", "gzip"],
    ["gzip;q=0", "none"],
    ["identity", "none"],
  ] as const) {
    const { headers, body } = await raw("/pricing", accepted);
    expect([accepted, headers["content-encoding"] ?? "none"]).toEqual([accepted, encoding]);
    expect(headers.vary).toContain("Accept-Encoding");
    const page = (encoding === "gzip" ? gunzipSync(body) : body).toString();
    expect(page).toMatch(/^<!DOCTYPE html><html lang="en"/);
    expect(page.match(/__remixContext\.streamController\.enqueue\(/g)).toHaveLength(1);
    expect(page).toContain("__remixContext.streamController.close()");
  }
});

/** An answer as it is sent: `fetch` would decompress it. */
async function raw(path: string, accepted: string): Promise<{ headers: http.IncomingHttpHeaders; body: Buffer }> {
  const asked = http.get(`${inject("origin")}${path}`, { headers: { "Accept-Encoding": accepted } });
  const [response] = (await once(asked, "response")) as [http.IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of response as AsyncIterable<Buffer>) pieces.push(piece);
  return { headers: response.headers, body: Buffer.concat(pieces) };
}
