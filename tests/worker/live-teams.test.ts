import { expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { changeRole, removeMember } from "~/accounts/inside/teams/change-member.server";
import { switchTeam } from "~/accounts/switch-team.server";
import { notify } from "~/platform/notify.server";
import { ENTITIES } from "../../worker/live/entities";
import { rightRoom, tenantRoom } from "../../worker/live/rooms";
import { closeSession } from "../../worker/live/sessions";
import { aMember } from "../support/team-world";
import { useBrowserSockets } from "../support/browser-sockets";
import { until } from "../support/until";
import { listen, logIn } from "../support/worker-process";
import { aTenant } from "../support/world";

const { io, worker } = useBrowserSockets();

const insideOf = (room: string) => io.of("/customer").adapter.rooms.get(room)?.size ?? 0;

/** Does the worker's part: runs the commands that a change left in the outbox. */
async function carryOutCommands(): Promise<void> {
  const rows = await db.query<{ key: string }>(`delete from outbox where entity = 'session' returning key`);
  for (const { key } of rows) closeSession(io, key);
}

test("a socket receives events of its session's team, as far as the role allows, and none once it is removed", async () => {
  const owner = await aTenant();
  const member = await aMember({ tenantId: owner.tenantId, role: "billing" });
  const login = await logIn(member);
  await switchTeam({ sessionId: login.sessionId, tenantId: owner.tenantId });
  await carryOutCommands();
  const first = await listen(worker, "/customer", login);
  const money = rightRoom(owner.tenantName, "money.see");
  expect([insideOf(tenantRoom(owner.tenantName)), insideOf(money)]).toEqual([1, 1]);

  const act = {
    tenantId: owner.tenantId,
    userId: owner.userId,
    memberId: member.userId,
    requestId: "",
    now: new Date(),
  };
  await changeRole({ ...act, role: "member" });
  await carryOutCommands();
  await until("the socket to close", () => first.socket.disconnected);
  const second = await listen(worker, "/customer", login);
  expect([insideOf(tenantRoom(owner.tenantName)), insideOf(money)]).toEqual([1, 0]);

  await removeMember(act);
  await carryOutCommands();
  await until("the socket to close", () => second.socket.disconnected);
  await listen(worker, "/customer", login);
  expect([insideOf(tenantRoom(owner.tenantName)), insideOf(tenantRoom(member.tenantName))]).toEqual([0, 1]);
});

test("a notification goes to members at the team who may see its page, and to no room of a user", async () => {
  const { tenantId, tenantName } = await aTenant();
  const now = new Date();
  for (const url of ["/billing", "/tasks/1"]) {
    await transaction((tx) =>
      notify(tx, { tenantId, retcode: "OK", message: "x", url, cause: `${tenantId}:${url}`, now }),
    );
  }
  const rows = await db.query<{ id: bigint }>(`select id from notification where tenant_id = $1 order by id`, [
    tenantId,
  ]);
  const events = await ENTITIES.notification.read(rows.map(({ id }) => String(id)));
  expect(events.map(({ room }) => room)).toEqual([
    rightRoom(tenantName, "money.see"),
    rightRoom(tenantName, "tasks.see"),
  ]);
});
