import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FakeEngine } from "../../support/fake-engine";
import { ContainerNode, withoutFirewall } from "./container-node";

const IMAGE = "docker.io/library/ubuntu:22.04";
const FULL = "writing blob: storing blob to file: write /var/tmp/storage1: no space left on device";

/** Only root may give files to the users of a container, as the agent of such a node does. */
const asRoot = describe.runIf(process.getuid?.() === 0);

asRoot("A node whose disk is full while an image is pulled", () => {
  test.each(["podman", "docker"] as const)(
    "is reported to its customer, its operator and to placement, with %s, until there is room",
    async (kind) => {
      const dir = mkdtempSync(join(tmpdir(), "millrace-full-"));
      const engine = new FakeEngine(dir, kind);
      await engine.start();
      const node = new ContainerNode(engine.socketPath, "16580-16599", { PATH: withoutFirewall(dir) });
      node.image = IMAGE;
      await node.start();
      node.agent();
      engine.pull = [{ error: FULL }];
      const seen = await node.run(node.task());
      expect(seen).toMatchObject({ state: "error", started_ts: null, ssh_addr: "" });
      expect(seen.message).toContain("the node's disk has no room for it; start the task again");
      const report = await node.plane.until(node.node, ({ images_without_room: full }) => !!full?.length);
      expect(report.images_without_room).toEqual([IMAGE]);
      expect(report.findings).toMatchObject([{ name: "image-no-room", text: expect.stringContaining(IMAGE) }]);
      expect(report.sysinfo.error_counter).toBe(0);
      expect(engine.containers.size).toBe(0);
      engine.pull = [];
      expect(await node.run(node.task())).toMatchObject({ state: "running" });
      await node.plane.until(node.node, ({ images_without_room: full }) => full?.length === 0);
      await node.stop();
      await engine.stop();
      for (const made of [dir, node.dataDir]) rmSync(made, { recursive: true, force: true });
    },
  );
});
