import { type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RealPodman } from "../real-podman";
import type { Cluster, Stored } from "./cluster";
import { type Container, nvidiaSmi, type PodSpec, variablesOf } from "./pod";

const MACHINE = "n1";
const MIB = 2 ** 20;

/**
 * The one machine of a cluster, whose Pods real Podman runs as a kubelet has them run: the init container, then the
 * container, with their image, command, variables, volumes, limits and user. They share the machine's network, and GPUs
 * are simulated.
 */
export class Kubelet {
  readonly #cluster: Cluster;
  readonly #podman: RealPodman;
  /** Variables for containers, because the machine's network is not a Pod's own. */
  readonly #network: Record<string, string>;
  readonly #pods = new Map<string, Promise<void>>();
  readonly #stopped = new Set<string>();
  /** What containers printed. */
  readonly printed: string[] = [];

  constructor(cluster: Cluster, podman: RealPodman, network: Record<string, string>) {
    [this.#cluster, this.#podman, this.#network] = [cluster, podman, network];
    const labels = { "nvidia.com/gpu.product": "NVIDIA-RTX-A5000" };
    const status = { allocatable: { "nvidia.com/gpu": "8" }, conditions: [{ type: "Ready", status: "True" }] };
    cluster.nodes = [{ metadata: { name: MACHINE, labels }, status }];
    cluster.changed = () => this.#look();
    writeFileSync(join(podman.dir, "nvidia-smi"), nvidiaSmi(), { mode: 0o755 });
  }

  /** Ends its containers at once. */
  async stop(): Promise<void> {
    this.#cluster.changed = () => {};
    for (const name of this.#pods.keys()) await this.#podman.cli("rm", "--force", "--time", "0", "--ignore", name);
    await Promise.all(this.#pods.values());
  }

  /** A Pod's container needs its Secret, which comes after the Pod. */
  #look(): void {
    for (const [name, pod] of this.#cluster.pods) {
      if (!this.#pods.has(name) && this.#cluster.secrets.has(name)) this.#pods.set(name, this.#run(name, pod));
      if (!pod.metadata["deletionTimestamp"] || this.#stopped.has(name)) continue;
      this.#stopped.add(name);
      void this.#podman.cli("stop", name);
    }
  }

  async #run(name: string, pod: Stored): Promise<void> {
    const spec = pod.spec as unknown as PodSpec;
    // Nothing of the caller's runs in between.
    await Promise.resolve();
    this.#cluster.change(name, { spec: { nodeName: MACHINE } });
    for (const before of spec.initContainers) {
      const { code } = await this.#ended(name, `${name}-${before.name}`, spec, before);
      if (code !== 0) return this.#cluster.change(name, { status: { phase: "Failed" } });
    }
    for (const container of spec.containers) {
      const startedAt = new Date().toISOString();
      const ended = this.#ended(name, name, spec, container);
      const show = (phase: string, state: object) =>
        this.#cluster.change(name, { status: { phase, containerStatuses: [{ name: container.name, state }] } });
      show("Running", { running: { startedAt } });
      const { code } = await ended;
      const terminated = { exitCode: code, startedAt, finishedAt: new Date().toISOString() };
      show(code === 0 ? "Succeeded" : "Failed", { terminated });
    }
    if (this.#stopped.has(name)) this.#cluster.remove(name);
  }

  async #ended(pod: string, name: string, spec: PodSpec, container: Container): Promise<{ code: number }> {
    const program = await this.#podman.spawnCli(["run", "--name", name, ...this.#optionsOf(pod, spec, container)]);
    for (const stream of [program.stdout, program.stderr])
      stream?.on("data", (part) => this.printed.push(`${container.name}: ${String(part)}`));
    return { code: await exitOf(program) };
  }

  #optionsOf(pod: string, spec: PodSpec, container: Container): string[] {
    const { cpu = "", memory = "", "nvidia.com/gpu": gpus } = container.resources.limits;
    const { runAsUser, runAsGroup } = spec.securityContext;
    const secretOf = ({ name, key }: { name: string; key: string }) => {
      const secret = this.#cluster.secrets.get(name) as unknown as { stringData: Record<string, string> } | undefined;
      return secret?.stringData[key] ?? "";
    };
    const variables = { ...variablesOf(container, secretOf), ...(gpus ? this.#network : {}) };
    return [
      ...["--pull", "never", "--network", "host", "--user", `${runAsUser}:${runAsGroup}`],
      // Podman's own defaults exceed what this machine may allow.
      ...["--ulimit", "nofile=4096:4096", "--ulimit", "nproc=4096:4096"],
      ...["--cpus", cpu.endsWith("m") ? String(Number(cpu.slice(0, -1)) / 1000) : cpu, "--memory", bytesOf(memory)],
      ...["--stop-timeout", String(spec.terminationGracePeriodSeconds)],
      ...(spec.hostUsers === false ? ["--uidmap", "0:1879048192:65536", "--gidmap", "0:1879048192:65536"] : []),
      ...Object.entries(variables).flatMap(([key, value]) => ["--env", `${key}=${value}`]),
      ...container.volumeMounts.flatMap((mount) => ["--mount", this.#mountOf(pod, spec, mount)]),
      ...(gpus ? ["--volume", `${this.#podman.dir}/nvidia-smi:/usr/bin/nvidia-smi:ro`] : []),
      ...(container.command ? ["--entrypoint", JSON.stringify(container.command)] : []),
      ...[container.image, ...(container.args ?? [])],
    ];
  }

  #mountOf(pod: string, { volumes }: PodSpec, { name, mountPath, readOnly }: Container["volumeMounts"][number]) {
    const { medium, sizeLimit = "" } = volumes.find((volume) => volume.name === name)?.emptyDir ?? {};
    if (medium === "Memory") return `type=tmpfs,destination=${mountPath},tmpfs-size=${bytesOf(sizeLimit)}`;
    const source = join(this.#podman.dir, "pods", pod, name);
    mkdirSync(source, { recursive: true });
    chmodSync(source, 0o777);
    return `type=bind,source=${source},destination=${mountPath}${readOnly ? ",ro=true" : ""}`;
  }
}

/** `1024Mi` in bytes. */
const bytesOf = (amount: string) => String(Number(amount.replace(/Mi$/, "")) * MIB);

async function exitOf(program: ChildProcess): Promise<number> {
  const [code] = (await once(program, "close")) as [number | null];
  return code ?? 1;
}
