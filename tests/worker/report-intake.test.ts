import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { db } from "~/platform/db.server";
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
