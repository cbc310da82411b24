import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { pruneSessions } from "~/accounts/prune-sessions.server";
import { startSession } from "~/accounts/session.server";
import { STAFF_ROOM, staffRoom } from "../../worker/live/rooms";
import { closeEndedSessions } from "../../worker/live/sessions";
import { useBrowserSockets } from "../support/browser-sockets";
import { aMember } from "../support/team-world";
import { until } from "../support/until";
import { listen, logIn } from "../support/worker-process";
import { aTenant } from "../support/world";

const HOUR_MS = 3_600_000;

const { io, worker } = useBrowserSockets();

test("sockets of an expired session are closed, in both namespaces, and no others", async () => {
  const [idle, used] = [await aTenant({ role: "operator" }), await aTenant()];
  const ending = await logIn(idle);
  const staying = await startSession({
    userId: used.userId,
    remember: true,
    ip: "",
    userAgent: "",
    now: new Date(),
  });
  const customer = await listen(worker, "/customer", ending);
  const staff = await listen(worker, "/operator", ending);
  const other = await listen(worker, "/customer", staying);
  const visitor = await listen(worker, "/public");

  await closeEndedSessions(io, { now: new Date() });
  await closeEndedSessions(io, { now: new Date(Date.now() + 13 * HOUR_MS) });
  await until("both sockets to close", () => customer.socket.disconnected && staff.socket.disconnected);
  expect([other.socket.connected, visitor.socket.connected]).toEqual([true, true]);
});

test("sockets of a suspended user are closed", async () => {
  const ann = await aTenant();
  const { socket } = await listen(worker, "/customer", await logIn(ann));
  await db.query(`update user_account set state = 'suspended' where id = $1`, [ann.userId]);
  await closeEndedSessions(io, { now: new Date() });
  await until("the socket to close", () => socket.disconnected);
});

test("sockets that missed a change of role or team while they were admitted are closed", async () => {
  const owner = await aTenant();
  const member = await aMember({ tenantId: owner.tenantId, role: "billing" });
  const login = await logIn(member);
  await db.query(`update session set tenant_id = $2 where id = $1`, [login.sessionId, owner.tenantId]);
  for (const change of [`update member set role = 'member'`, `delete from member`]) {
    const { socket } = await listen(worker, "/customer", login);
    await closeEndedSessions(io, { now: new Date() });
    expect(socket.connected).toBe(true);
    await db.query(`${change} where tenant_id = $1 and user_id = $2`, [owner.tenantId, member.userId]);
    await closeEndedSessions(io, { now: new Date() });
    await until("the socket to close", () => socket.disconnected);
  }
});

test("staff hear what their rights allow, and a change of the rights closes their sockets", async () => {
  const clerk = await aTenant();
  await db.query(`insert into user_role (name, label, rights) values ('fleet-clerk', 'Fleet clerk', '{fleet.see}')`);
  await db.query(`update user_account set role = 'fleet-clerk' where id = $1`, [clerk.userId]);
  const { socket } = await listen(worker, "/operator", await logIn(clerk));
  const rooms = [...(io.of("/operator").sockets.get(socket.id ?? "")?.rooms ?? [])];
  expect(rooms.filter((room) => room.startsWith(STAFF_ROOM))).toEqual([STAFF_ROOM, staffRoom("fleet.see")]);
  await closeEndedSessions(io, { now: new Date() });
  expect(socket.connected).toBe(true);
  await db.query(`update user_role set rights = '{fleet.see,money.see}' where name = 'fleet-clerk'`);
  await closeEndedSessions(io, { now: new Date() });
  await until("the socket to close", () => socket.disconnected);
});

test("pruning ends sessions and returns their ids", async () => {
  await db.query(`delete from session`);
  const ended = await logIn(await aTenant());
  await pruneSessions({ now: new Date(Date.now() + 13 * HOUR_MS) });
  expect(await db.query(`select id from session`)).toEqual([]);
  expect(await db.query(`select key from outbox where entity = 'session'`)).toEqual([{ key: ended.sessionId }]);
});

test("an unknown cookie is a refusal, not a fault", async () => {
  await expect(listen(worker, "/customer", { cookie: "%E0%A4%A" })).rejects.toThrow("unauthorized");
});
