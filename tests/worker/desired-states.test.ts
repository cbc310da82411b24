import type { Server } from "socket.io";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { db } from "~/platform/db.server";
import { DesiredStates } from "../../worker/live/desired-states";
import { nodeRoom } from "../../worker/live/rooms";
import { aNode, theCatalogue } from "../support/world";
import { until } from "../support/until";

const nodeIds: number[] = [];

beforeAll(async () => {
  await theCatalogue();
  for (let index = 0; index < 5; index += 1) nodeIds.push((await aNode()).nodeId);
});
afterEach(() => vi.restoreAllMocks());

/** A server whose agents are these nodes, and the rooms that `desired` was sent to. */
function connected(ids: readonly number[]) {
  const sent: string[] = [];
  const rooms = new Set(ids.map(nodeRoom));
  const to = (room: string) => ({ emit: () => sent.push(room) });
  const io = { of: () => ({ adapter: { rooms }, to }) } as unknown as Server;
  return { desired: new DesiredStates(io), rooms, sent };
}

test("nodes that ask together are read together, and their receiver is recorded; retired and absent ones get nothing", async () => {
  const [retired = 0, absent = 0, ...others] = nodeIds;
  await db.query("update node set retired_at = now() where id = $1", [retired]);
  const { desired, sent } = connected([retired, ...others]);
  const asked = vi.spyOn(db, "query");
  for (const nodeId of [...nodeIds, ...others]) desired.send(nodeId);
  await until("all are sent", async () => sent.length >= others.length && asked.mock.calls.length === 2);
  expect(sent.toSorted()).toEqual(others.map(nodeRoom).toSorted());
  await until("their receiver is recorded", async () => {
    const rows = await db.query<{ id: number }>("select id from node where receiver = $1 order by id", [
      desired.worker,
    ]);
    return (
      rows
        .filter(({ id }) => id !== retired)
        .map(({ id }) => id)
        .join() === others.toSorted((a, b) => a - b).join()
    );
  });
  expect(await db.query("select from node where id = $1 and receiver is not null", [absent])).toEqual([]);
});

test("a state is sent again after 30 seconds, and no more once the node is gone", async () => {
  const [, , first = 0, second = 0] = nodeIds;
  const { desired, rooms, sent } = connected([first, second]);
  let nowMs = 1_000;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  desired.send(first);
  desired.send(second);
  await until("both are sent", async () => sent.length === 2);
  const reads = vi.spyOn(db, "query");
  nowMs += 29_999;
  desired.sendDue();
  await null;
  expect(reads.mock.calls.filter(([text]) => text.includes("desired_version"))).toEqual([]);
  rooms.delete(nodeRoom(second));
  nowMs += 1;
  desired.sendDue();
  await until("one is sent again", async () => sent.length > 2);
  expect(sent.slice(2)).toEqual([nodeRoom(first)]);
});
