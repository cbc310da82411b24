import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Observed } from "~/fleet/agent-messages";
import { FakeEngine } from "../../support/fake-engine";
import { ContainerNode, withoutFirewall } from "./container-node";

/** Only root may give files to the users of a container, and mount a small disk. */
describe.runIf(process.getuid?.() === 0)(
  "The report of a failed start has the fault of its node that caused it",
  () => {
    let dir: string;
    let disk: string;
    let engine: FakeEngine;
    let node: ContainerNode;

    beforeEach(async () => {
      dir = mkdtempSync(join(tmpdir(), "millrace-faulty-"));
      disk = join(dir, "storage");
      mkdirSync(disk);
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]);
      engine = new FakeEngine(dir, "docker");
      engine.storageDir = disk;
      await engine.start();
      node = new ContainerNode(engine.socketPath, "16970-16989", { PATH: withoutFirewall(dir) });
      node.image = "docker.io/library/ubuntu:22.04";
      await node.start();
      node.agent();
      await node.plane.until(node.node, () => true);
    });
    afterEach(async () => {
      await node.stop();
      await engine.stop();
      execFileSync("umount", ["-l", disk]);
      for (const made of [dir, node.dataDir]) rmSync(made, { recursive: true, force: true });
    });

    async function failedStart(): Promise<Observed> {
      node.desire(node.task());
      return await node.plane.until(node.node, ({ tasks }) => tasks.some(({ state }) => state === "error"));
    }

    test("rules that isolate tasks cannot be set", async () => {
      const programs = join(dir, "no-firewall");
      for (const name of readdirSync(programs)) writeFileSync(join(programs, name), "#!/bin/sh\nexit 3\n");
      expect((await failedStart()).findings).toMatchObject([{ name: "tasks-not-isolated", severity: "critical" }]);
    });

    test("the disk of the engine is full", async () => {
      expect(() => writeFileSync(join(disk, "filler"), Buffer.alloc(2 << 20))).toThrow("ENOSPC");
      engine.pull = [{ error: "write: no more" }];
      expect((await failedStart()).findings).toMatchObject([{ name: "engine-disk-full", severity: "critical" }]);
    });
  },
);
