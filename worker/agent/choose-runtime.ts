import { agentEnv } from "./env";
import { findContainerRuntime } from "./container/find-runtime";
import { findInsideRuntime } from "./inside/find-runtime";
import { findProcessRuntime } from "./process/find-runtime";
import type { Runtime } from "./runtime";
import type { VolumeRoot } from "./volume-root";

/**
 * The runtime of this machine's tasks. `auto` means `demo` for demo nodes, whose GPUs are simulated, and `container`
 * otherwise: with real GPUs, isolation never drops silently. `inside` is for pilots in a container of their own. `process` is the former name of `demo`. @throws Error that
 * names the missing program or setting.
 */
export async function chooseRuntime(given: { simulated: boolean; volumes: VolumeRoot | null }): Promise<Runtime> {
  const { simulated } = given;
  const asked = agentEnv.MILLRACE_RUNTIME;
  const name = asked === "auto" ? (simulated ? "demo" : "container") : asked;
  if (name === "container") return await findContainerRuntime(given);
  if (name === "inside") return await findInsideRuntime();
  const runtime = await findProcessRuntime(agentEnv.MILLRACE_DATA_DIR, simulated ? given.volumes : null);
  if (!simulated && !runtime.parts.sandbox)
    throw new Error("bubblewrap is missing or not allowed to make user namespaces: see docs/agent.md");
  return runtime;
}
