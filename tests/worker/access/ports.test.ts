import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { endSession } from "~/accounts/session.server";
import { requestStop } from "~/compute/inside/tasks/stop-task.server";
import { closeTaskPort, openTaskPort, renewPortToken } from "~/compute/inside/ports/task-ports.server";
import { findFreePort } from "../../../worker/up/ports";
import { until } from "../../support/until";
import { kill } from "../agent/agent-process";
import { aWebSocket, flooded } from "./sockets";
import { ask, aWaysWorld, bearer, logIn, startProgram, type WaysWorld } from "./access-world";

let world: WaysWorld;

beforeAll(async () => {
  world = await aWaysWorld("16700-16719");
  process.env["TASK_HOST"] = `localhost:${new URL(world.worker.origin).port}`;
});
afterAll(async () => await world?.end());

const own = () => ({
  tenantId: world.tenant.tenantId,
  userId: world.tenant.userId,
  resvGuid: world.resvGuid,
  now: new Date(),
});

/** A login, and the cookie that a browser then has at the port. */
async function aBrowser(): Promise<{ sessionId: string; cookie: string }> {
  const { sessionId } = await logIn(world.tenant);
  const { makeTicket } = await import("~/compute/port-pass.server");
  const [door] = await db.query<{ generation: number }>(`select generation from task_door`);
  const ticket = makeTicket(
    { label: world.label, port: world.port, node: 1, generation: door?.generation ?? 0, sessionId },
    new Date(),
  );
  const entered = await ask(world, `/.millrace/enter?ticket=${ticket}&to=/lab`);
  expect(entered).toMatchObject({ status: 303, headers: { location: "/lab" } });
  // The address, found later in a history or a log, gives nobody access.
  expect(await ask(world, `/.millrace/enter?ticket=${ticket}&to=/lab`)).toMatchObject({ status: 401 });
  const [cookie = ""] = entered.headers["set-cookie"] ?? [];
  expect(cookie).toMatch(/^millrace_port=.*; Path=\/; HttpOnly; SameSite=Lax$/);
  return { sessionId, cookie: cookie.split(";")[0] ?? "" };
}

test("a holder of the task's token reaches the program on the port that its tenant opened", async () => {
  expect(await ask(world, "/a/b?c=d", { headers: bearer(world) })).toMatchObject({ status: 200, text: "GET /a/b?c=d" });
  expect(await ask(world, "/x", { headers: bearer(world), method: "DELETE" })).toMatchObject({ text: "DELETE /x" });
  expect(await ask(world, "/socket.io/?a=b", { headers: bearer(world) })).toMatchObject({
    text: "GET /socket.io/?a=b",
  });
});

test("answers without a body, and odd paths, pass unchanged", async () => {
  const headers = bearer(world);
  expect(await ask(world, "/a", { headers, method: "HEAD" })).toMatchObject({ status: 200, text: "" });
  expect(await ask(world, "/empty", { headers })).toMatchObject({ status: 204, text: "" });
  expect(await ask(world, "//a//../b?", { headers })).toMatchObject({ status: 200 });
});

test("a megabyte is uploaded and twenty are downloaded", async () => {
  const body = Buffer.alloc(1_000_000, 1);
  expect(await ask(world, "/sum", { headers: bearer(world), method: "POST", body })).toMatchObject({ text: "1000000" });
  expect((await ask(world, "/big?mb=20", { headers: bearer(world) })).text).toHaveLength(20_000_000);
  expect((await ask(world, "/sized?mb=20", { headers: bearer(world) })).text).toHaveLength(20_000_000);
});

test("a browser has access by its login, until the login ends", async () => {
  const { sessionId, cookie } = await aBrowser();
  expect(await ask(world, "/lab", { headers: { cookie } })).toMatchObject({ status: 200 });
  const socket = await aWebSocket(world, { cookie });
  await endSession({ sessionId });
  await socket.closed;
  expect(await ask(world, "/lab", { headers: { cookie } })).toMatchObject({ status: 401 });
});

test("without the right a browser is refused, and learns where to log in", async () => {
  const page = await ask(world, "/", { headers: { accept: "text/html" } });
  expect(page).toMatchObject({ status: 401 });
  expect(page.text).toContain(`http://127.0.0.1:3000/tasks/${world.resvGuid}/ports/${world.port}`);
  for (const authorization of ["Bearer mrt_wrong", `Bearer ${world.token}x`, "Bearer mrt_"])
    expect(await ask(world, "/", { headers: { authorization } })).toMatchObject({ status: 401 });
  const { cookie } = await aBrowser();
  expect(await ask(world, "/", { headers: { cookie: `${cookie}x` } })).toMatchObject({ status: 401 });
  expect(await ask(world, "/.millrace/enter?ticket=a.9999999999.b")).toMatchObject({ status: 401 });
});

test("a page of another task cannot use the cookie, though browsers send it", async () => {
  const { cookie } = await aBrowser();
  const host = `${world.port}-${"0".repeat(20)}.${process.env["TASK_HOST"]}`;
  expect(await ask(world, "/", { headers: { cookie, origin: `http://${host}` } })).toMatchObject({ status: 401 });
  expect(await ask(world, "/", { headers: { cookie, "sec-fetch-site": "same-site" } })).toMatchObject({ status: 401 });
  const visit = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  expect(await ask(world, "/", { headers: { cookie, ...visit } })).toMatchObject({ status: 200 });
  await expect(aWebSocket(world, { cookie, origin: `http://${host}` })).rejects.toThrow("401");
});

test("neither our credentials nor a client's claims reach the task; its own pass", async () => {
  const { cookie } = await aBrowser();
  const answer = await ask(world, "/headers", {
    headers: {
      ...{ cookie: `${cookie}; theirs=1; millrace_session=secret`, authorization: "token jupyter" },
      ...{ "x-forwarded-for": "6.6.6.6", "x-real-ip": "6.6.6.6", "x-forwarded-host": "evil", te: "trailers" },
      ...{ "x-millrace-token": world.token, connection: "close, x-gone", "x-gone": "1", "x-kept": "1" },
    },
  });
  const seen = JSON.parse(answer.text) as Record<string, string>;
  expect(seen).toMatchObject({
    cookie: "theirs=1",
    authorization: "token jupyter",
    "x-forwarded-for": "127.0.0.1",
    "x-forwarded-proto": "http",
    "x-kept": "1",
    host: `${world.port}-${world.label}.${process.env["TASK_HOST"]}`,
  });
  expect(seen["x-forwarded-host"]).toBe(seen["host"]);
  for (const name of ["x-real-ip", "x-millrace-token", "x-gone", "te"]) expect(seen).not.toHaveProperty(name);
  expect(answer.headers["set-cookie"]).toEqual(["own=1; Path=/"]);
  expect(answer.headers).not.toHaveProperty("alt-svc");
  const withToken = await ask(world, "/headers", { headers: bearer(world) });
  expect(JSON.parse(withToken.text)).not.toHaveProperty("authorization");
});

test("a port without a listener, a closed one, and one of an unknown task are reported", async () => {
  const empty = await findFreePort();
  await openTaskPort({ ...own(), port: empty });
  const headers = bearer(world);
  const waiting = await ask(world, "/", { headers, port: empty });
  expect(waiting).toMatchObject({ status: 502 });
  expect(waiting.text).toContain(`Nothing listens on port ${empty} yet.`);
  expect(await ask(world, "/", { headers, port: 22 })).toMatchObject({ status: 404 });
  expect(await ask(world, "/", { headers, label: "0".repeat(20) })).toMatchObject({ status: 404 });
  await closeTaskPort({ ...own(), port: empty });
  expect(await ask(world, "/", { headers, port: empty })).toMatchObject({ status: 404 });
});

test("odd and doubled requests are refused, and none is smuggled in another", async () => {
  const host = `${world.port}-${world.label}.${process.env["TASK_HOST"]}`;
  const authorization = `Authorization: Bearer ${world.token}`;
  const raw = (head: string) => rawAnswer(world, head.replaceAll("\n", "\r\n"));
  const rest = `Host: ${host}\n${authorization}\n\n`;
  expect(await raw(`GET http://127.0.0.1:22/ HTTP/1.1\n${rest}`)).toMatch(/^HTTP\/1.1 400/);
  expect(await raw(`GET / HTTP/1.1\nHost: 127.0.0.1\n${rest}`)).not.toMatch(/^HTTP\/1.1 2/);
  expect(await raw(`CONNECT 127.0.0.1:22 HTTP/1.1\n${rest}`)).not.toMatch(/^HTTP\/1.1 2/);
  expect(await raw(`TRACE / HTTP/1.1\n${rest}`)).not.toMatch(/^HTTP\/1.1 2/);
  for (const marks of [
    "Content-Length: 4\nTransfer-Encoding: chunked\n",
    "Content-Length: 4\nContent-Length: 5\n",
    "Transfer-Encoding: gzip, chunked\n",
    "Transfer-Encoding : chunked\n",
  ])
    expect(await raw(`POST /sum HTTP/1.1\n${marks}${rest}0\n\nGET /smuggled HTTP/1.1\n${rest}`)).not.toContain(
      "smuggled",
    );
  expect(await raw(`GET / HTTP/1.1\nUpgrade: h2c\nConnection: Upgrade\n${rest}`)).toMatch(/^HTTP\/1.1 400/);
  for (const odd of ["22-abc.localhost@evil", `${host}.`, `0${host}`, `x.${host}`, host.replace("-", "--")])
    expect(await raw(`GET / HTTP/1.1\nHost: ${odd}\n${authorization}\n\n`)).not.toMatch(/^HTTP\/1.1 2/);
});

test("WebSockets pass, two hundred idle ones too many and none lost", async () => {
  const socket = await aWebSocket(world, bearer(world));
  socket.send("hello");
  await until("the answer", () => socket.heard.includes("heard hello"));
  const idle = await Promise.allSettled(Array.from({ length: 200 }, () => aWebSocket(world, bearer(world))));
  const open = idle.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(open.length).toBe(127);
  socket.send("still there");
  await until("the answer", () => socket.heard.includes("heard still there"));
  for (const one of [...open, socket]) one.end();
  await until("room again", async () => (await ask(world, "/", { headers: bearer(world) })).status === 200);
});

test("a client that never reads blocks no other, and its waiting data stays within the windows", async () => {
  const before = await memoryOf(world);
  const stuck = await Promise.all([1, 2, 3, 4].map(() => flooded(world, bearer(world))));
  expect((await ask(world, "/big?mb=5", { headers: bearer(world) })).text).toHaveLength(5_000_000);
  // 800 MB wait in the task's program; only a few windows of them are on their way.
  expect((await memoryOf(world)) - before).toBeLessThan(150);
  for (const socket of stuck) socket.destroy();
});

test("a new token cuts the connections of the previous one", async () => {
  const socket = await aWebSocket(world, bearer(world));
  const { cookie } = await aBrowser();
  const before = bearer(world);
  world.token = await renewPortToken(own());
  await socket.closed;
  expect(await ask(world, "/", { headers: before })).toMatchObject({ status: 401 });
  expect(await ask(world, "/", { headers: { cookie } })).toMatchObject({ status: 401 });
  expect(await ask(world, "/", { headers: bearer(world) })).toMatchObject({ status: 200 });
});

test("a truncated answer is visible, and the next request is answered", async () => {
  await expect(ask(world, "/cut", { headers: bearer(world) })).rejects.toThrow();
  expect(await ask(world, "/", { headers: bearer(world) })).toMatchObject({ status: 502 });
  await startProgram(world);
  expect(await ask(world, "/", { headers: bearer(world) })).toMatchObject({ status: 200 });
});

test("without its agent a task's ports report that, and return with it", async () => {
  const socket = await aWebSocket(world, bearer(world));
  await kill(world.agent);
  await socket.closed;
  await until("the loss to be known", async () => (await db.query(`select from agent_link`)).length === 0);
  expect(await ask(world, "/", { headers: bearer(world) })).toMatchObject({ status: 503 });
  world.startAgain();
  await until("its return", async () => (await ask(world, "/", { headers: bearer(world) })).status === 200);
});

test("a task's end closes its ports, even during a download", async () => {
  const download = ask(world, "/big?mb=100000", { headers: bearer(world) });
  const socket = await aWebSocket(world, bearer(world));
  const stop = { resvGuids: [world.resvGuid], target: "killed" as const, reason: "killed by you", now: new Date() };
  await transaction((tx) => requestStop(tx, stop));
  await Promise.all([expect(download).rejects.toThrow(), socket.closed]);
  expect(await ask(world, "/", { headers: bearer(world) })).toMatchObject({ status: 503 });
});

async function rawAnswer({ worker }: WaysWorld, text: string): Promise<string> {
  return await new Promise((resolve) => {
    let heard = "";
    const socket = connect(Number(new URL(worker.origin).port), "127.0.0.1");
    socket.on("data", (data: Buffer) => {
      heard += data.toString("latin1");
      // Only one answer is expected; any other belongs to the smuggled request.
      setTimeout(() => socket.destroy(), 200);
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(heard));
    socket.write(text);
  });
}

/** Megabytes of the worker's memory. */
async function memoryOf({ worker }: WaysWorld): Promise<number> {
  const { readFileSync } = await import("node:fs");
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${worker.pid}/status`, "utf8"))?.[1]) / 1024;
}
