import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FakeEngine } from "../../support/fake-engine";
import { until } from "../../support/until";
import { ContainerNode, withoutFirewall } from "./container-node";

const IMAGE = "docker.io/library/ubuntu:22.04";
const STARTS_AT_ONCE = 4;
const REMOVALS_AT_ONCE = 2;

let dir: string;
let engine: FakeEngine;
let node: ContainerNode;

const eight = () => [0, 1, 2, 3, 4, 5, 6, 7].map((gpu) => node.task({ gpus: [gpu] }));

/** Only root may give files to the users of a container, as the agent of such a node does. */
if (process.getuid?.() !== 0) console.log("many containers at once are not tried: this needs root");

describe.runIf(process.getuid?.() === 0)("A node with many starts at once", () => {
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), "millrace-engine-"));
    engine = new FakeEngine(dir, "podman");
    await engine.start();
    engine.images.add(IMAGE);
    node = new ContainerNode(engine.socketPath, "17500-17539", { PATH: withoutFirewall(dir) });
    node.image = IMAGE;
    await node.start();
  });
  afterEach(async () => {
    await node.stop();
    await engine.stop();
    for (const made of [dir, node.dataDir]) rmSync(made, { recursive: true, force: true });
  });

  test("starts a few of them in parallel, and the others after that", async () => {
    node.agent();
    node.desire(...eight());
    await node.plane.until(
      node.node,
      ({ tasks }) => tasks.length === 8 && tasks.every(({ state }) => state === "running"),
    );
    expect(engine.startsAtOnce).toBeLessThanOrEqual(STARTS_AT_ONCE);
    await node.clear();
    await until("nothing left", () => engine.containers.size === 0 && engine.networks.size === 0);
    expect(engine.removalsAtOnce).toBeLessThanOrEqual(REMOVALS_AT_ONCE);
  });

  test("loses no waiting start when its agent dies", async () => {
    node.desire(...eight());
    await once(node.agent({ MILLRACE_CRASH_AT: "spawned" }), "exit");
    await node.killAgents();
    node.agent();
    const { tasks } = await node.plane.until(
      node.node,
      (report) => report.tasks.length === 8 && report.tasks.every(({ state }) => /running|stopped/.test(state)),
    );
    const running = tasks.filter(({ state }) => state === "running").length;
    expect(running).toBeGreaterThanOrEqual(8 - STARTS_AT_ONCE);
  });
});
