import { afterAll, beforeAll, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { endSession } from "~/accounts/session.server";
import { requestStop } from "~/compute/inside/tasks/stop-task.server";
import { findFreePort } from "../../../worker/up/ports";
import { aMember } from "../../support/team-world";
import { switchTeam } from "~/accounts/switch-team.server";
import { readPortToken } from "~/compute/inside/ports/task-ports.server";
import { removeMember } from "~/accounts/inside/teams/change-member.server";
import { until } from "../../support/until";
import { logIn, startWorker, type WorkerProcess } from "../../support/worker-process";
import { aTenant } from "../../support/world";
import { kill } from "../agent/agent-process";
import { aShell, type AskedShell, closeShells } from "./shell";
import { aWebSocket } from "./sockets";
import { ask, aWaysWorld, bearer, type WaysWorld } from "./access-world";

let world: WaysWorld;
/** A worker without an agent's connection: requests to it go through the other worker. */
let second: WorkerProcess;

beforeAll(async () => {
  world = await aWaysWorld("16720-16739");
  const port = await findFreePort();
  second = await startWorker({ WORKER_PORT: String(port), TASK_HOST: `localhost:${port}` });
});
afterAll(async () => {
  closeShells();
  await second?.end();
  await world?.end();
});

const aTerminal = (login: { cookie: string }, given: AskedShell = {}) => aShell(world, login, given);

const textsOf = async () =>
  (
    await db.query<{ text: string; user_id: number }>(
      `select text, user_id from task_event where resv_guid = $1 and text like 'web terminal%' order by id`,
      [world.resvGuid],
    )
  ).map(({ text, user_id }) => `${text} by ${user_id === world.tenant.userId ? "owner" : "member"}`);

test("a terminal in the page is a shell in the task, of its size, and appears in the task's history", async () => {
  const shell = await aTerminal(await logIn(world.tenant));
  shell.type("stty size; echo a''b\n");
  await until("the answer", () => shell.text().includes("27 91") && shell.text().includes("ab\r\n"));
  shell.socket.emit("size", { cols: 120, rows: 40 });
  shell.type("stty size\n");
  await until("the new size", () => shell.text().includes("40 120"));
  shell.type("exit 3\n");
  await until("the end", () => shell.why() !== undefined);
  expect(shell.why()).toEqual({ exit: 3 });
  await until("the history", async () => (await textsOf()).length === 2);
  expect(await textsOf()).toEqual(["web terminal opened by owner", "web terminal closed by owner"]);
});

test("the SSH log and the reported keys omit the agent's own login", async () => {
  const [placement] = await db.query<{ keys: string[] }>(
    `select ssh_keys as keys from placement where resv_guid = $1`,
    [world.resvGuid],
  );
  expect(placement?.keys).toHaveLength(1);
  const [log] = await db.query<{ lines: number }>(
    `select count(*)::int as lines from task_log where resv_guid = $1 and text like '%refused%'`,
    [world.resvGuid],
  );
  expect(log?.lines).toBe(0);
});

test("strangers and staff get no terminal of a task", async () => {
  const stranger = await aTenant();
  const staff = await aTenant({ role: "admin" });
  for (const one of [stranger, staff]) {
    const login = await logIn(one);
    await expect(aTerminal(login, { team: one.tenantName })).rejects.toThrow("no_task");
    await expect(aTerminal(login)).rejects.toThrow("forbidden");
  }
  await expect(aTerminal({ cookie: "x" })).rejects.toThrow("unauthorized");
  const viewer = await aMember({ tenantId: world.tenant.tenantId, role: "viewer" });
  const login = await logIn(viewer);
  await switchTeam({ sessionId: login.sessionId, tenantId: world.tenant.tenantId });
  await expect(aTerminal(login)).rejects.toThrow("forbidden");
});

test("it ends with the login, and with the right to the task", async () => {
  const login = await logIn(world.tenant);
  const shell = await aTerminal(login);
  await endSession({ sessionId: login.sessionId });
  await until("its end", () => shell.socket.disconnected);

  const member = await aMember({ tenantId: world.tenant.tenantId, role: "member" });
  const other = await logIn(member);
  await switchTeam({ sessionId: other.sessionId, tenantId: world.tenant.tenantId });
  const theirs = await aTerminal(other);
  await removeMember({
    ...{ tenantId: world.tenant.tenantId, userId: world.tenant.userId, memberId: member.userId },
    ...{ requestId: "", now: new Date() },
  });
  await until("its end", () => theirs.socket.disconnected);
  // The token, which they may have read, is replaced, and connections with it are cut off.
  expect(await ask(world, "/a", { headers: bearer(world) })).toMatchObject({ status: 401 });
  const { tenantId, userId } = world.tenant;
  world.token = await readPortToken({ tenantId, userId, resvGuid: world.resvGuid, now: new Date() });
  expect(await ask(world, "/a", { headers: bearer(world) })).toMatchObject({ status: 200 });
});

test("a page that stops drawing stops the program, not the worker", async () => {
  const shell = await aTerminal(await logIn(world.tenant), { takes: false });
  shell.type("yes | head -c 30000000; echo done\n");
  await until("a window's worth", () => shell.text().length > 400_000);
  const other = await aTerminal(await logIn(world.tenant));
  other.type("echo a''live\n");
  await until("the answer", () => other.text().includes("alive\r\n"));
  expect(shell.text().length).toBeLessThanOrEqual(512 * 1024);
  shell.socket.disconnect();
  other.socket.disconnect();
});

test("impossible bytes end only their terminal", async () => {
  const login = await logIn(world.tenant);
  const good = await aTerminal(login);
  for (const [name, given] of [
    ["data", "text"],
    ["data", 7],
    ["taken", -1],
    ["taken", 1e9],
    ["data", Buffer.alloc(600 * 1024)],
  ] as const) {
    const bad = await aTerminal(login);
    bad.socket.emit("size", { cols: 1e9, rows: "x" });
    bad.socket.emit(name, given);
    await until("its end", () => bad.socket.disconnected);
  }
  good.type("echo o''k\n");
  await until("the answer", () => good.text().includes("ok\r\n"));
  good.socket.disconnect();
});

test("connections through the task's ports take no terminal's place", async () => {
  const sockets = await Promise.all(Array.from({ length: 20 }, () => aWebSocket(world, bearer(world))));
  const shell = await aTerminal(await logIn(world.tenant));
  shell.socket.disconnect();
  for (const socket of sockets) socket.end();
});

test("of many concurrent terminals, 16 open", async () => {
  const login = await logIn(world.tenant);
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => aTerminal(login)));
  const shells = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const refused = asked.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
  expect(shells).toHaveLength(16);
  expect(refused).toEqual(Array(4).fill('Error: "too_many"'));
  for (const { socket } of shells) socket.disconnect();
});

test("another worker than the agent's opens terminals and ports too", async () => {
  const shell = await aTerminal(await logIn(world.tenant), { origin: second.origin });
  shell.type("echo through''both\n");
  await until("the answer", () => shell.text().includes("throughboth\r\n"));
  shell.socket.disconnect();
  const through = { ...world, worker: second };
  expect((await ask(through, "/big?mb=5", { headers: bearer(world) })).text).toHaveLength(5_000_000);
  expect(await ask(through, "/a", { headers: bearer(world) })).toMatchObject({ status: 200, text: "GET /a" });
});

test("without its agent a terminal reports that, and can be opened again with it", async () => {
  const login = await logIn(world.tenant);
  const shell = await aTerminal(login);
  await kill(world.agent);
  await until("its end", () => shell.socket.disconnected);
  expect(shell.why()).toBe("lost");
  await expect(aTerminal(login)).rejects.toThrow("agent_away");
  world.startAgain();
  await until("the agent's connection", async () => (await db.query(`select from agent_link`)).length > 0);
  const again = await aTerminal(login);
  again.type("echo ba''ck\n");
  await until("the answer", () => again.text().includes("back\r\n"));
});

test("it ends with the task", async () => {
  const shell = await aTerminal(await logIn(world.tenant));
  const stop = { resvGuids: [world.resvGuid], target: "killed" as const, reason: "killed by you", now: new Date() };
  await transaction((tx) => requestStop(tx, stop));
  await until("its end", () => shell.socket.disconnected);
  await expect(aTerminal(await logIn(world.tenant))).rejects.toThrow("not_running");
});
