import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Desired } from "~/fleet/agent-messages";
import { FakeEngine } from "../../support/fake-engine";
import { MARKER } from "../../../worker/agent/volume-root";
import { aDataDir } from "./agent-process";
import { ContainerNode, withoutFirewall } from "./container-node";
import { desiring } from "./control-plane";

const SOURCE = "3f5b8a52-9c1d-4f3e-8a77-51c0e2d9b6aa";
const COPY = "0b8f6f2e-3c52-4a8e-9a55-2d1f7a6f0c11";
/** A different volume from the copied one: removing a volume also removes partial copies of it. */
const GONE = "7d1c2e40-8a55-4b7e-9c3f-1e6a0d94b2f8";
const IMAGE = "docker.io/library/ubuntu:22.04";
const ON_DATA = { volumes: [{ volume_id: SOURCE, path: "/data", read_only: false }] };

const dataDir = aDataDir();
let dir: string;
let volumes: string;
let engine: FakeEngine;
let node: ContainerNode;
let version = 0;

/** Only root may give files to the users of a container, as the agent of such a node does. */
const asRoot = describe.runIf(process.getuid?.() === 0);
if (process.getuid?.() !== 0) console.log("an agent's volumes are not tried: this needs root");

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

asRoot("The agent of a node that keeps volumes", () => {
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), "millrace-volumes-"));
    engine = new FakeEngine(dir, "podman");
    await engine.start();
    engine.images.add(IMAGE);
    volumes = join(dir, "volumes");
    const env = { PATH: withoutFirewall(dir), MILLRACE_VOLUMES_DIR: volumes, MILLRACE_VOLUMES_REACH: "shared" };
    node = new ContainerNode(engine.socketPath, "18500-18599", env, dataDir);
    node.image = IMAGE;
    await node.start();
  });
  afterEach(async () => {
    await node.stop();
    await engine.stop();
    rmSync(dir, { recursive: true, force: true });
    rmSync(join(dataDir, "volumes.json"), { force: true });
  });

  const desire = (given: Partial<Desired>) =>
    node.plane.desire(node.node, { ...desiring((version += 1), []), ...given });
  const reported = async (holds: Parameters<typeof node.plane.until>[1]) => await node.plane.until(node.node, holds);
  /** The mount is away: this is the folder below it. */
  const unmount = () => {
    renameSync(volumes, `${volumes}-elsewhere`);
    mkdirSync(volumes);
  };

  test("reports that its mount is missing, at its start too, and neither starts, copies nor deletes there", async () => {
    node.agent();
    const before = await reported(({ volumes: kept }) => kept !== undefined);
    expect(before.volumes).toMatchObject({ reach: "shared", copies: true });
    mkdirSync(join(volumes, SOURCE));
    writeFileSync(join(volumes, SOURCE, "file"), "data");
    await node.killAgents();
    unmount();
    node.agent();
    const task = node.task(ON_DATA);
    desire({
      tasks: [task],
      volumes_gone: [GONE],
      volume_copies: [{ volume_id: COPY, source_id: SOURCE }],
    });
    const seen = await node.untilState(task, "error");
    expect(seen.message).toMatch(/^its node cannot reach the volumes at the moment/);
    const report = await reported(({ desired_version }) => desired_version === version);
    expect(report).toMatchObject({ volumes_gone: [], volume_copies: [] });
    expect(report.volumes).toBeUndefined();
    expect(report.findings).toMatchObject([{ name: "volumes-away", severity: "warning" }]);
    expect(report.sysinfo.error_counter).toBe(0);
    expect(readdirSync(volumes)).toEqual([]);
    rmSync(volumes, { recursive: true });
    renameSync(`${volumes}-elsewhere`, volumes);
    const back = await reported(({ volumes: kept, volume_copies }) => !!kept && volume_copies?.[0]?.state === "done");
    expect(back.volumes).toMatchObject({ reach: "shared" });
    expect(readFileSync(join(volumes, SOURCE, "file"), "utf8")).toBe("data");
  });

  test("continues to report when its mount stops answering just after a good look", async () => {
    node.agent();
    await reported(({ volumes: kept }) => kept !== undefined);
    // Opening it waits for ever, as on a hard mount whose server is away.
    rmSync(join(volumes, MARKER));
    execFileSync("mkfifo", [join(volumes, MARKER)]);
    const task = node.task(ON_DATA);
    desire({ tasks: [task], volumes_gone: [GONE], volume_copies: [{ volume_id: COPY, source_id: SOURCE }] });
    expect((await node.untilState(task, "error")).message).toContain("cannot reach the volumes");
    const report = await reported(({ findings }) => findings?.[0]?.name === "volumes-silent");
    expect(report).toMatchObject({ desired_version: version, volumes_gone: [], volume_copies: [] });
  });

  test("fails a task whose mount disappeared while its image was pulled, and creates no folder below it", async () => {
    engine.images.clear();
    engine.pull = [{ stream: "Copying blob sha256:1\n" }, null];
    node.agent();
    const task = node.task(ON_DATA);
    desire({ tasks: [task] });
    await node.untilState(task, "pulling");
    unmount();
    engine.images.add(IMAGE);
    engine.endPulls();
    expect((await node.untilState(task, "error")).message).toContain("cannot reach the volumes");
    expect(readdirSync(volumes)).toEqual([]);
    expect(engine.containers.size).toBe(0);
  });

  test.each(["copy-begun", "copy-written", "copy-whole", "copy-renamed", "copy-kept"])(
    "never shows half a snapshot when it is killed at '%s', and leaves nothing but the complete one",
    async (point) => {
      mkdirSync(join(volumes, SOURCE, "deep"), { recursive: true });
      for (let file = 0; file < 200; file += 1) writeFileSync(join(volumes, SOURCE, "deep", String(file)), "data");
      desire({ volume_copies: [{ volume_id: COPY, source_id: SOURCE }] });
      await once(node.agent({ MILLRACE_CRASH_AT: point }), "exit");
      const whole = ["copy-renamed", "copy-kept"].includes(point);
      expect(existsSync(join(volumes, COPY))).toBe(whole);
      const states = () => node.plane.observed.flatMap(({ report }) => report.volume_copies ?? []);
      expect(states().filter(({ state }) => state !== "copying")).toEqual([]);
      await node.killAgents();
      node.agent();
      await reported(({ volume_copies }) => volume_copies?.[0]?.state === "done");
      expect(readdirSync(join(volumes, COPY, "deep"))).toHaveLength(200);
      expect(readdirSync(volumes).toSorted()).toEqual([MARKER, COPY, SOURCE].toSorted());
    },
  );

  test("repeats the reason of a failed snapshot after it was killed, and leaves no trace of it", async () => {
    desire({ volume_copies: [{ volume_id: COPY, source_id: SOURCE }] });
    node.agent();
    const isFailed = ({ volume_copies }: { volume_copies?: { state: string }[] | undefined }) =>
      volume_copies?.[0]?.state === "failed";
    await reported(isFailed);
    await node.killAgents();
    node.agent();
    const again = await reported(isFailed);
    expect(again.volume_copies?.[0]?.message).toBe("nothing of the volume is on its node");
    expect(readdirSync(volumes)).toEqual([MARKER]);
  });
});
