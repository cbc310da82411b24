import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The facts that an engine reports about itself, as far as they matter here. */
export interface EngineFacts {
  name: "podman" | "docker";
  version: string;
  rootless: boolean;
  storageDriver: string;
  /** File system below it. */
  backing: string;
  storageDir: string;
  /** Docker: containers outlive its daemon. */
  liveRestore: boolean;
  runtimes: string[];
  swap: boolean;
  /** Docker: the user that is root in containers; 0: root. */
  firstUid: number;
}

interface Findings {
  /** Reasons for not using this runtime here, each with what to do. */
  refusals: string[];
  /** Features that work less well, each with what to do. */
  lacks: string[];
}

const OLD_CDI = "0.5.0";

/**
 * Finds, before the first task, faults that would cost customers their work or isolation. It repairs nothing, because
 * the machine is the operator's.
 */
export function checkEngine(facts: EngineFacts, { simulated }: { simulated: boolean }): Findings {
  const refusals: string[] = [];
  const lacks: string[] = [];
  const onRealNodes = simulated ? lacks : refusals;
  if (process.getuid?.() !== 0)
    refusals.push("the runtime container needs an agent that runs as root: remove User= from its unit");
  if (facts.rootless)
    refusals.push(
      "this engine runs without root, where limits and separate networks cannot be had: start the system's one",
    );
  if (
    spawnSync("sh", ["-c", "PATH=$PATH:/usr/sbin:/sbin iptables-restore --version"], { stdio: "ignore" }).status !== 0
  )
    refusals.push("iptables is missing, which isolates tasks from each other: install it");
  if (facts.name === "docker" && !facts.liveRestore)
    onRealNodes.push('containers die with the Docker daemon: set "live-restore": true in /etc/docker/daemon.json');
  if (facts.name === "podman" && unitProperty("podman.service", "KillMode") === "control-group")
    onRealNodes.push("containers die with podman.service: set KillMode=process in it");
  if (facts.storageDriver === "vfs")
    lacks.push('the storage driver vfs copies the whole image for each task: set driver = "overlay" in storage.conf');
  if (facts.name === "podman" && existsSync("/etc/cni/net.d/87-podman-bridge.conflist") && !existsSync("/usr/lib/cni"))
    lacks.push("/etc/cni/net.d/87-podman-bridge.conflist is for plugins that are not there: remove it");
  if (facts.firstUid === 0)
    lacks.push(
      facts.name === "docker"
        ? 'root in a container is root of the machine: set "userns-remap" in /etc/docker/daemon.json'
        : "root in a container is root of the machine: leave MILLRACE_FIRST_UID to its default",
    );
  if (!simulated) refusals.push(...checkGpus(facts));
  return { refusals, lacks };
}

/** Checks GPUs: a container that silently has none is the worst case. */
function checkGpus(facts: EngineFacts): string[] {
  if (facts.name === "docker")
    return facts.runtimes.includes("nvidia")
      ? []
      : ["Docker has no runtime nvidia: install nvidia-container-toolkit and run nvidia-ctk runtime configure"];
  const specs = cdiSpecs();
  if (specs.length === 0)
    return [
      "Podman finds no GPU: run nvidia-ctk cdi generate --output=/etc/cdi/nvidia.yaml, and again after driver updates",
    ];
  const tooNew = specs.find(({ version }) => isNewer(version, OLD_CDI));
  return tooNew && Number(facts.version.split(".")[0]) < 5
    ? [
        `${tooNew.file} is of CDI ${tooNew.version}, and this Podman reads up to ${OLD_CDI}: change cdiVersion, or update Podman`,
      ]
    : [];
}

function cdiSpecs(): { file: string; version: string }[] {
  return ["/etc/cdi", "/var/run/cdi"].flatMap((dir) => {
    const names = existsSync(dir) ? readdirSync(dir) : [];
    return names.flatMap((name) => {
      const text = readFileSync(join(dir, name), "utf8");
      const version = /"?cdiVersion"?:\s*"?([\d.]+)/.exec(text)?.[1];
      return version && text.includes("nvidia.com/gpu") ? [{ file: join(dir, name), version }] : [];
    });
  });
}

function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((one) => one.split(".").map(Number));
  for (const at of [0, 1, 2]) if (a?.[at] !== b?.[at]) return (a?.[at] ?? 0) > (b?.[at] ?? 0);
  return false;
}

/** Empty if systemd does not run or does not know the unit. */
function unitProperty(unit: string, property: string): string {
  if (!existsSync("/run/systemd/system")) return "";
  const answer = spawnSync("systemctl", ["show", unit, `--property=${property}`, "--value"], { timeout: 5_000 });
  return String(answer.stdout ?? "").trim();
}
