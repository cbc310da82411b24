import { mkdtempSync, openSync, readFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { until } from "../support/until";
import { databaseUrlOf } from "./support/launch-product";
import { type OneWeb, startOneWeb } from "./support/one-web";

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=B";
const SLOW_AFTER_S = "4";

let web: OneWeb;
let impatient: OneWeb;
beforeAll(async () => {
  const settings = { DATABASE_URL: databaseUrlOf(inject("dataDir")), RATE_PUBLIC_PER_MIN: "100000" };
  web = await startOneWeb(settings);
  impatient = await startOneWeb({ ...settings, REQUEST_SECONDS: SLOW_AFTER_S });
});
afterAll(async () => {
  await web.stop();
  await impatient.stop();
});

const listOf = (count: number, field: (at: number) => string, separator: string) =>
  Array.from({ length: count }, (_, at) => field(at)).join(separator);
const urlEncoded = (fields: number) => listOf(fields, (at) => `f${at}`, "&");
const multipart = (fields: number) =>
  `${listOf(fields, (at) => `--B\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\n1\r\n`, "")}--B--\r\n`;
const json = (fields: number) => `{${listOf(fields, (at) => `"f${at}":"a, b"`, ",")}}`;

test.each([
  ["/ajaxlogin", FORM, urlEncoded(30_000)],
  ["/ajaxlogin", FORM, urlEncoded(201)],
  ["/ajaxlogin", MULTIPART, multipart(201)],
  ["/ajaxlogin", "application/json", json(201)],
  ["/contact", FORM, urlEncoded(30_000)],
  ["/contact", MULTIPART, multipart(201)],
  ["/login", FORM, urlEncoded(201)],
  ["/login.data", FORM, urlEncoded(201)],
])("1: a form of more than 200 fields, sent to %s as %s, is answered 413, M06", async (path, type, body) => {
  const answer = await fetch(web.origin + path, { method: "POST", headers: { "Content-Type": type }, body });
  expect(answer.status).toBe(413);
  expect(await answer.text()).toContain("The request is too large.");
});

test.each([
  ["/ajaxlogin", FORM, urlEncoded(200), 200],
  ["/ajaxlogin", MULTIPART, multipart(200), 200],
  ["/ajaxlogin", "application/json", json(200), 200],
  ["/login", FORM, urlEncoded(200), 403],
])("a form of 200 fields, sent to %s as %s, is read", async (path, type, body, status) => {
  const answer = await fetch(web.origin + path, { method: "POST", headers: { "Content-Type": type }, body });
  expect(answer.status).toBe(status);
});

const HOST = () => `Host: ${new URL(web.origin).host}\r\n`;
const HALF_FORM = () => `POST /login HTTP/1.1\r\n${HOST()}Content-Type: ${FORM}\r\nContent-Length: 1000\r\n\r\nab`;

// All at the same time: each waits until web's time limit ends.
test.concurrent.each([
  ["that sends no more of its headers", () => `GET / HTTP/1.1\r\n${HOST()}X: `, ""],
  ["that sends its headers drop by drop", () => `GET / HTTP/1.1\r\n${HOST()}X: `, "y"],
  ["that sends no more of its body", HALF_FORM, ""],
  ["that sends its body drop by drop", HALF_FORM, "y"],
])("8: a request %s is ended", async (_what, start, drop) => {
  const { socket } = connect(start(), Number(new URL(impatient.origin).port));
  const dripping = setInterval(() => socket.write(drop), 500);
  await closed(socket);
  clearInterval(dripping);
});

test.each([
  ["TRACE / HTTP/1.1", 405],
  ["CONNECT elsewhere.example:443 HTTP/1.1", 405],
  ["GET /users/get/%ff HTTP/1.1", 400],
  ["GET /build/../../package.json HTTP/1.1", 404],
  ["GET /build/..%2f..%2fpackage.json HTTP/1.1", 404],
  ["GET /..%5cpackage.json HTTP/1.1", 404],
  ["GET /v1/%00 HTTP/1.1", 404],
])("%s is answered %i, without any of the machine's files", async (line, status) => {
  const { said, socket } = connect(`${line}\r\n${HOST()}Connection: close\r\n\r\n`);
  await closed(socket);
  expect(said()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(said()).toMatch(/x-request-id: [0-9a-f-]{36}/i);
  expect(said()).not.toContain("dependencies");
});

test.each([
  ["GET /healthz HTTP/1.0", 200],
  ["HEAD /healthz HTTP/1.0", 200],
  ["GET /readyz HTTP/1.0", 200],
  ["GET /login HTTP/1.0", 400],
])("the probe of a simple balancer, %s without a Host, is answered %i", async (line, status) => {
  const { said, socket } = connect(`${line}\r\n\r\n`);
  await closed(socket);
  expect(said()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test("3: the demo answers to the names of this machine, and 421 to any other Host", async () => {
  const { port } = new URL(web.origin);
  const statusFor = async (host: string) => {
    const { said, socket } = connect(`GET /v1/prices HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    await closed(socket);
    return Number(said().split(" ", 2)[1]);
  };
  for (const name of ["127.0.0.1", "localhost", "[::1]"]) expect(await statusFor(`${name}:${port}`)).toBe(200);
  for (const host of [`evil.example:${port}`, "evil.example", "localhost:1", `localhost.evil.example:${port}`]) {
    expect([host, await statusFor(host)]).toEqual([host, 421]);
  }
});

test("8: `?_data=` of a stranger is one line of the log each, without a stack", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "millrace-log-")), "web.log");
  const logging = await startOneWeb(
    { DATABASE_URL: databaseUrlOf(inject("dataDir")), LOG_LEVEL: "info" },
    undefined,
    openSync(file, "w"),
  );
  const asked = ["/pricing?_data=root", "/?_data=nonsense", "/v1/prices?_data=routes/api/pricing/prices"];
  const ids: string[] = [];
  for (const path of asked) {
    const { headers, status } = await fetch(logging.origin + path);
    expect([path, status]).toEqual([path, 200]);
    ids.push(headers.get("X-Request-Id") ?? "none");
  }
  await logging.stop();
  const log = readFileSync(file, "utf8");
  for (const id of ids) expect(log.split("\n").filter((line) => line.includes(id))).toHaveLength(1);
  expect(log).not.toContain("stack");
});

test("remix-serve on Node still shows pages and JSON of the same build", async () => {
  const fallback = await startOneWeb({ DATABASE_URL: databaseUrlOf(inject("dataDir")) }, [
    ...(["node", "node_modules/@remix-run/serve/dist/cli.js", "build/index.js"] as const),
  ]);
  const page = await fetch(`${fallback.origin}/pricing`);
  expect(page.status).toBe(200);
  expect(await page.text()).toMatch(/^<!DOCTYPE html><html lang="en" data-request-id="[0-9a-f-]{36}"/);
  const prices = await fetch(`${fallback.origin}/v1/prices`);
  expect(await prices.json()).toMatchObject({ retcode: "OK" });
  await fallback.stop();
});

// Must be the last: it stops the requests of the others.
test("a stop finishes running answers and accepts no more", async () => {
  const body = "email=a";
  const { said, socket } = connect(
    `POST /ajaxlogin HTTP/1.1\r\n${HOST()}Content-Type: ${FORM}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  await new Promise<void>((resolve) => socket.write(body.slice(0, 3), () => resolve()));
  // Another request's answer shows that the first has arrived.
  await fetch(`${web.origin}/healthz`);
  const stopped = web.stop();
  await until("no more to be taken", async () => {
    const refused = await fetch(`${web.origin}/healthz`).then(
      () => false,
      () => true,
    );
    return refused;
  });
  socket.write(body.slice(3));
  await stopped;
  await closed(socket);
  expect(said()).toMatch(/^HTTP\/1.1 200 /);
  expect(said()).toContain("The page has expired");
});

/** Resolves at its end, also by a reset: `once` of Node's events would reject. */
async function closed(socket: net.Socket): Promise<void> {
  if (!socket.closed) await new Promise<void>((resolve) => socket.once("close", () => resolve()));
}

/** A raw connection, and the bytes that it received. */
function connect(start: string, port = Number(new URL(web.origin).port)) {
  const socket = net.connect(port, "127.0.0.1");
  const pieces: string[] = [];
  socket.on("data", (piece) => pieces.push(String(piece)));
  socket.on("error", () => {});
  socket.write(start);
  return { socket, said: () => pieces.join("") };
}
