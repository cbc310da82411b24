import { spawn } from "node:child_process";
import { once } from "node:events";
import { type Engine, EngineError } from "./engine";
import type { NetworkSpec } from "./spec";
import { startTimeOf } from "../process-identity";
import type { Seen } from "./watch";

/** Seconds that our server gives its programs, and a moment more for the server. */
const GRACE_S = 2;
const STOP_MS = 4_000;
const LOOK_MS = 20;
const GIVE_UP_MS = 20_000;
const REMOVE_MS = 20_000;
const TRIES = 10;
const AGAIN_MS = 500;

/** Ends a container. Resolves once its first process is gone, and so, by the kernel's rule, every other one in it. */
export async function stopContainer(engine: Engine, { id, pid, startTime }: Seen): Promise<void> {
  const query = { t: GRACE_S };
  try {
    await engine.call({ method: "POST", path: `/containers/${id}/stop`, query, limitMs: STOP_MS });
  } catch (error) {
    if (!(error instanceof EngineError && error.status === 404)) {
      if (pid === 0) {
        // The next try follows at once.
        await new Promise((resolve) => setTimeout(resolve, STOP_MS));
        throw error;
      }
      // Without the engine's help the kernel ends it: with its first process all others die.
      kill(pid, startTime);
    }
  }
  const startedMs = performance.now();
  while (startTime !== null && startTimeOf(pid) === startTime) {
    if (performance.now() - startedMs > GIVE_UP_MS) throw new Error("the processes of the task do not end");
    if (performance.now() - startedMs > STOP_MS) kill(pid, startTime);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

function kill(pid: number, startTime: string | null): void {
  if (pid > 1 && startTime !== null && startTimeOf(pid) === startTime) process.kill(pid, "SIGKILL");
}

interface Left {
  id?: string | undefined;
  network?: NetworkSpec | undefined;
}

/** Removes a container with its files, and its network. Ignores what does not exist. */
export async function removeContainer(engine: Engine, { id, network }: Left): Promise<void> {
  const query = { force: true, v: true };
  if (id) await unlessAbsent(engine.call({ method: "DELETE", path: `/containers/${id}`, query, limitMs: REMOVE_MS }));
  if (!network) return;
  await unlessAbsent(engine.call({ method: "DELETE", path: `/networks/${network.name}` }));
  await sweepNetwork(network);
}

/** Removes a container in the background: an engine that still cleans up refuses at first. */
export async function removeLater(engine: Engine, left: Left): Promise<void> {
  for (let tries = TRIES; ; tries -= 1) {
    try {
      return await removeContainer(engine, left);
    } catch (error) {
      if (tries === 1) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/**
 * Removes leftovers of a network. Podman 4.3 leaves rules and bridges behind when two networks are removed at once, and
 * the next task with that port would get a dead address.
 */
export async function sweepNetwork({ name, bridge, subnet }: NetworkSpec): Promise<void> {
  const child = spawn("/bin/sh", ["-c", SWEEP, "sh", name, bridge, subnet], { stdio: "ignore", timeout: REMOVE_MS });
  await once(child, "close");
}

/**
 * Deletes each rule as the kernel lists it. The last word of a `nat` rule is the chain of this network, which is
 * deleted too.
 */
const SWEEP = `PATH="$PATH:/usr/sbin:/sbin"
remove() {
  while read -r rule; do
    printf '%s' "$rule" | sed 's/^-A/-D/' | xargs iptables -w 4 -t "$1"
    [ "$1" = nat ] && iptables -w 4 -t nat -F "\${rule##* }" && iptables -w 4 -t nat -X "\${rule##* }"
  done
}
[ -e "/sys/class/net/$2" ] && ip link delete "$2"
iptables -w 4 -t nat -S NETAVARK-HOSTPORT-DNAT 2>/dev/null | grep -F "dnat name: $1 " | remove nat
iptables -w 4 -t nat -S POSTROUTING | grep -F -- "-s $3 -j NETAVARK-" | remove nat
iptables -w 4 -S NETAVARK_FORWARD 2>/dev/null | grep -F -- " $3 " | remove filter
true`;

async function unlessAbsent(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof EngineError && error.status === 404)) throw error;
  }
}
