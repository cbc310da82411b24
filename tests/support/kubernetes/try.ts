// Tries the connection to a Kubernetes by hand, step by step (docs/engines-kubernetes.md):
//   MILLRACE_KUBERNETES_TOKEN=… node_modules/.bin/bun tests/support/kubernetes/try.ts settings.json probe
//   … nodes | list | submit <GPU type> [GPUs] [nodes] | cancel <name>
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { KubernetesEngine } from "../../../worker/engines/kubernetes/kubernetes-engine";
import { kubernetesSettings } from "~/compute/kubernetes-settings";

const [file = "", act = "", ...args] = process.argv.slice(2);
const settings = kubernetesSettings.parse(JSON.parse(readFileSync(file, "utf8")));
const token = process.env["MILLRACE_KUBERNETES_TOKEN"] ?? "";
const engine = new KubernetesEngine(settings, { token, now: () => new Date() });

async function submit([gpuType = "", gpus = "1", nodes = "1"]: string[]) {
  const resvGuid = randomUUID();
  return await engine.submit({
    ...{ name: `mr-${resvGuid}-1`, resvGuid, attempt: 1, gpuType, gpusPerNode: Number(gpus), nodes: Number(nodes) },
    ...{ cpusPerNode: 4, memMbPerNode: 8_192, maxSeconds: 600, comment: "a trial by hand" },
    // Its agent is refused there, or finds nobody: the Pod ends by itself.
    ...{ url: process.env["MILLRACE_URL"] ?? "http://127.0.0.1:9", token: "mrp_trial" },
  });
}

const acts: Record<string, () => Promise<unknown>> = {
  probe: () => engine.probe(),
  nodes: () => engine.nodes(),
  list: () => engine.list(null),
  submit: () => submit(args),
  cancel: () => engine.cancel({ name: args[0] ?? "", externalId: "", submittedTs: 0 }),
};
console.log(JSON.stringify(await acts[act]?.(), null, 2) ?? `${act}: done`);
