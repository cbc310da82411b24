import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findLeftovers } from "../../../worker/agent/container/leftover-layers";
import { ssh } from "../../e2e/support/ssh";
import { ImageRegistry } from "../../support/image-registry";
import { RealPodman } from "../../support/real-podman";
import { systemImage } from "../../support/system-image";
import { until } from "../../support/until";
import { ContainerNode } from "./container-node";

const PORTS = "16540-16579";
const ROOT_INSIDE = 1_879_048_192;
const STORE_MB = 150;
const lacks = RealPodman.lacks();
if (lacks !== "") console.log(`the storage of a real engine is not tried: ${lacks}`);

describe.runIf(lacks === "")("A node with the real Podman and a small disk", () => {
  const registry = new ImageRegistry();
  const podman = new RealPodman({ storeMb: STORE_MB });
  const dir = mkdtempSync(join(tmpdir(), "millrace-storage-"));
  const volumes = join(dir, "volumes");
  let node: ContainerNode;

  beforeAll(async () => {
    const flagged = join(volumes, "vol-2");
    for (const made of [join(volumes, "vol-1"), flagged]) mkdirSync(made, { recursive: true });
    execFileSync("mount", ["-t", "tmpfs", "-o", "nosuid,nodev,size=1m", "tmpfs", flagged]);
    await podman.start();
    await registry.start();
    const env = { MILLRACE_VOLUMES_DIR: volumes, MILLRACE_TASK_NETWORKS: "10.198.0.0/19" };
    node = new ContainerNode(podman.socketPath, PORTS, env);
    node.image = registry.add("tenant/system", systemImage()).reference;
    await node.start();
    node.agent();
  });
  afterEach(async () => await node.clear());
  afterAll(async () => {
    await until("nothing is left", async () => (await podman.left(PORTS)).length === 0);
    await node.stop();
    await podman.stop();
    registry.stop();
    execFileSync("umount", ["-l", join(volumes, "vol-2")]);
    for (const made of [dir, node.dataDir]) rmSync(made, { recursive: true, force: true });
  });

  test("gives no effect to a setuid file or a device file from an image or a volume", async () => {
    const [plain, flagged] = ["vol-1", "vol-2"].map((name) => join(volumes, name));
    for (const volume of [plain ?? "", flagged ?? ""]) {
      const setuid = join(volume, "id");
      copyFileSync(execFileSync("sh", ["-c", "command -v id"], { encoding: "utf8" }).trim(), setuid);
      for (const path of [volume, setuid]) chownSync(path, ROOT_INSIDE, ROOT_INSIDE);
      chmodSync(setuid, 0o4755);
      // The log of the kernel, and the private folders of each container.
      execFileSync("mknod", ["-m", "666", join(volume, "kmsg"), "c", "1", "11"]);
      execFileSync("mknod", ["-m", "666", join(volume, "null"), "c", "1", "3"]);
    }
    const at = [
      { volume_id: "vol-1", path: "/plain" },
      { volume_id: "vol-2", path: "/flagged" },
    ];
    execFileSync("mknod", ["-m", "666", join(dir, "kmsg"), "c", "1", "11"]);
    const layer = execFileSync("tar", ["-C", dir, "-cf", "-", "kmsg"]);
    const { reference: image_ref } = registry.addLayers("tenant/device", [systemImage(), layer]);
    const mounts = at.map((one) => ({ ...one, read_only: false }));
    const seen = await node.run(node.task({ image_ref, volumes: mounts }));
    expect(seen, seen.message).toMatchObject({ state: "running" });
    const inside = async (command: string) => (await ssh(seen.ssh_addr, node.key, command)).out;
    const asOther = "setpriv --reuid 1000 --clear-groups";
    expect(await inside(`${asOther} /plain/id -u; ${asOther} /flagged/id -u`)).toBe("1000\n1000\n");
    const opens = ["/kmsg", "/plain/kmsg", "/flagged/kmsg", "/flagged/null"].map(
      (path) => `(: > ${path}) && echo ${path}`,
    );
    expect(await inside(`${opens.join("; ")}; (: > /dev/null) && echo usual`)).toBe("usual\n");
    expect(await inside("grep ' /flagged ' /proc/self/mountinfo")).toMatch(/ \/flagged rw,nosuid,nodev[, ]/);
  });

  test("fails a task whose image finds no room, runs others, and accepts it when there is room", async () => {
    const tar = (bytes: number) => {
      writeFileSync(join(dir, "blob"), randomBytes(bytes));
      return execFileSync("tar", ["-C", dir, "-cf", "-", "blob"], { maxBuffer: 500_000_000 });
    };
    const large = registry.addLayers("tenant/large", [systemImage(), tar(10_000_000), tar(160_000_000)]).reference;
    const seen = await node.run(node.task({ image_ref: large }));
    expect(seen).toMatchObject({ state: "error", started_ts: null });
    expect(seen.message).toContain("the node's disk has no room for it");
    const report = await node.plane.until(node.node, ({ images_without_room: full }) => !!full?.length);
    expect(report.images_without_room).toEqual([large]);
    expect(report.findings).toMatchObject([{ name: "image-no-room" }]);
    expect(await podman.left(PORTS)).toEqual([]);
    expect(findLeftovers({ dir: join(podman.dir, "store"), driver: "overlay" })).toEqual([]);
    expect(await node.run(node.task())).toMatchObject({ state: "running" });
    podman.resizeStore(STORE_MB + 300);
    await node.plane.until(node.node, ({ images_without_room: full }) => full?.length === 0);
    expect(await node.run(node.task({ image_ref: large }))).toMatchObject({ state: "running" });
  });

  test("removes the images it pulled that no task uses once its disk is short of room, and no other", async () => {
    const layer = (name: string) => {
      writeFileSync(join(dir, name), randomBytes(10_000_000));
      return execFileSync("tar", ["-C", dir, "-cf", "-", name], { maxBuffer: 500_000_000 });
    };
    const of = (name: string) => registry.addLayers(`tenant/${name}`, [systemImage(), layer(name)]).reference;
    const [ended, own] = [of("ended"), of("own")];
    await podman.cli("pull", "--tls-verify=false", own);
    for (const image_ref of [ended, own]) {
      expect(await node.run(node.task({ image_ref, image_own: true }))).toMatchObject({ state: "running" });
      await node.clear();
    }
    const stays = node.task();
    expect(await node.run(stays)).toMatchObject({ state: "running" });
    await node.killAgents();
    // Everything was used long ago, and that one longest ago.
    const oldest = (await podman.cli("image", "inspect", "--format", "{{.Id}}", ended)).trim();
    const file = join(node.dataDir, "pulled-images.json");
    const ids = Object.keys(JSON.parse(readFileSync(file, "utf8")) as object);
    writeFileSync(file, JSON.stringify(Object.fromEntries(ids.map((id) => [id, id.endsWith(oldest) ? 0 : 1]))));
    const { blocks, bavail, bsize } = statfsSync(join(podman.dir, "store"));
    podman.resizeStore(Math.ceil(((blocks - bavail) * bsize) / 1_048_576 / 0.95));
    node.agent();
    const report = await node.plane.until(node.node, ({ images = [] }) => images.length > 0 && !images.includes(ended));
    expect(report.images).toEqual(expect.arrayContaining([node.image, own]));
    expect(await node.untilState(stays, "running")).toMatchObject({ state: "running" });
  });
});
