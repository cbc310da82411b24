import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { db, transaction } from "~/platform/db.server";
import type { Observed } from "~/fleet/agent-messages";
import { ReportIntake } from "../../worker/live/report-intake";
import { aReport } from "../support/a-report";
import { aNode, theCatalogue } from "../support/world";

beforeAll(theCatalogue);
afterEach(() => vi.useRealTimers());

const IMAGE = "docker.io/library/ubuntu:22.04";
const SAID: Partial<Observed> = {
  runtime: "container",
  images: [IMAGE],
  volumes: { reach: "local", total_gb: 100, copies: true },
};

test.each<[string, Partial<Observed>, object]>([
  [
    "that the folder of its volumes is away",
    { ...SAID, volumes: undefined },
    { reach: null, images: [IMAGE], full: [] },
  ],
  ["that an image is gone", { ...SAID, images: [] }, { reach: "local", images: [], full: [] }],
  [
    "that an image has no room",
    { ...SAID, images_without_room: [IMAGE] },
    { reach: "local", images: [IMAGE], full: [IMAGE] },
  ],
])("a node that reports %s is believed at once", async (_what, says, believed) => {
  const { nodeId } = await aNode();
  const intake = new ReportIntake();
  await intake.take(nodeId, { ...aReport(1), ...SAID });
  await intake.take(nodeId, { ...aReport(2), ...says });
  const [node] = await db.query(
    `select volume_reach as reach, array(select name from node_image where node_id = node.id) as images,
       images_without_room as full from node where id = $1`,
    [nodeId],
  );
  expect(node).toEqual(believed);
});

test("a report counts at the database's time, though the worker's clock has jumped an hour ahead", async () => {
  const { nodeId } = await aNode();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  await new ReportIntake().take(nodeId, aReport(1));
  const [node] = await db.query(
    `select abs(extract(epoch from clock_timestamp() - reported_at)) < 60 as right from node where id = $1`,
    [nodeId],
  );
  expect(node).toEqual({ right: true });
});

test("nodes that somebody else holds delay the reports of no other node, with news or without", async () => {
  const held = await Promise.all(Array.from({ length: 5 }, () => aNode()));
  const [quiet, first, second] = [await aNode(), await aNode(), await aNode()];
  const intake = new ReportIntake();
  for (const { nodeId } of [...held, quiet]) await intake.take(nodeId, aReport(1));
  const waiting: Promise<unknown>[] = [];
  await transaction(async (tx) => {
    await tx.query(`select from node where id = any($1) for update`, [held.map(({ nodeId }) => nodeId)]);
    // Recorded together, and compared together.
    waiting.push(...held.map(({ nodeId }) => intake.take(nodeId, aReport(2))));
    await intake.take(quiet.nodeId, aReport(2));
    const news = ({ nodeId }: { nodeId: number }) => intake.take(nodeId, { ...aReport(3), ...SAID });
    waiting.push(...held.slice(0, 1).map(news));
    await Promise.all([first, second].map(news));
  });
  await Promise.all(waiting);
  const seqs = await db.query<{ seq: number }>(
    `select observed_seq::int as seq from node where id = any($1) order by id`,
    [[...held, quiet, first, second].map(({ nodeId }) => nodeId)],
  );
  expect(seqs.map(({ seq }) => seq)).toEqual([3, 2, 2, 2, 2, 2, 3, 3]);
});
