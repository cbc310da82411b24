import { existsSync, readFileSync } from "node:fs";
import type { EngineFacts } from "./checks";
import type { Engine } from "./engine";

/** A machine that has just booted is slow. */
const FIRST_ANSWER_MS = 60_000;

interface Version {
  Version: string;
  Components?: { Name: string; Version: string }[];
}

/** The answer of both engines to `/info`, as Docker writes it. */
interface Info {
  Driver: string;
  DriverStatus?: [string, string][] | null;
  DockerRootDir?: string;
  LiveRestoreEnabled?: boolean;
  Runtimes?: Record<string, unknown>;
  SwapLimit?: boolean;
  SecurityOptions?: string[] | null;
}

/** Reads the engine's facts. @throws EngineError without an answer. */
export async function readFacts(engine: Engine, wantedUid: number): Promise<EngineFacts> {
  const version = await engine.call<Version>({ method: "GET", path: "/version", limitMs: FIRST_ANSWER_MS });
  const info = await engine.call<Info>({ method: "GET", path: "/info" });
  const name = version.Components?.some((one) => one.Name === "Podman Engine") ? "podman" : "docker";
  const options = (info.SecurityOptions ?? []).join();
  return {
    name,
    version: version.Version,
    rootless: options.includes("rootless"),
    storageDriver: info.Driver,
    backing: info.DriverStatus?.find(([key]) => key === "Backing Filesystem")?.[1] ?? "",
    storageDir: info.DockerRootDir && existsSync(info.DockerRootDir) ? info.DockerRootDir : "/",
    liveRestore: info.LiveRestoreEnabled === true,
    runtimes: Object.keys(info.Runtimes ?? {}),
    swap: info.SwapLimit === true,
    firstUid: name === "podman" ? wantedUid : options.includes("userns") ? remappedUid() : 0,
  };
}

/** Reads the first user id of the range that Docker's `userns-remap: default` gives to containers. */
function remappedUid(): number {
  const text = existsSync("/etc/subuid") ? readFileSync("/etc/subuid", "utf8") : "";
  return Number(/^dockremap:(\d+):/m.exec(text)?.[1] ?? 0);
}

/** Checks whether the storage driver can limit the size of each container: overlay on XFS with project quotas. */
export function hasQuota({ storageDriver, backing, storageDir }: EngineFacts, mounts = readMounts()): boolean {
  if (!storageDriver.startsWith("overlay") || backing !== "xfs") return false;
  return /\bp(rj)?quota\b/.test(mountOptions(storageDir, mounts).join());
}

/** Mount options of the file system that holds a folder. */
export function mountOptions(dir: string, mounts = readMounts()): string[] {
  const below = mounts
    .split("\n")
    .map((line) => line.split(" "))
    .filter(([, at = "/"]) => dir === at || dir.startsWith(at === "/" ? at : `${at}/`))
    .sort(([, a = ""], [, b = ""]) => b.length - a.length);
  return below[0]?.[3]?.split(",") ?? [];
}

function readMounts(): string {
  return readFileSync("/proc/self/mounts", "utf8");
}
