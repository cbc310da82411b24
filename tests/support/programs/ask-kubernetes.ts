// Asks a Kubernetes with Bun, once for each file of certificates ("" for the public ones), and says what came of it.
import { readFileSync } from "node:fs";
import { KubernetesEngine } from "../../../worker/engines/kubernetes/kubernetes-engine";
import { kubernetesSettings } from "~/compute/kubernetes-settings";

const [url = "", token = "", ...files] = process.argv.slice(2);
for (const file of files) {
  const ca = file && readFileSync(file, "utf8");
  const settings = { url, ca, namespace: "gpu", gpuMap: {}, image: "i", agentImage: "a" };
  const engine = new KubernetesEngine(kubernetesSettings.parse(settings), { token, now: () => new Date() });
  const first = await engine.list(null).catch((error: unknown) => String(error));
  const second = typeof first === "object" ? await engine.list(first.cursor) : "";
  console.log(JSON.stringify(typeof first === "object" ? { complete: first.complete, second } : { first }));
}
