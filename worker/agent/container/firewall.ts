import { existsSync } from "node:fs";
import { type Condition, nodeWarning } from "../health/finding-book";
import { log, textOf } from "../log";
import { runProbe } from "../probes/run";
import { BRIDGES } from "./network";

/** Metadata addresses of clouds, and everything else on the local link. */
const LINK_LOCAL = "169.254.0.0/16";
const LIMIT_MS = 5_000;
const AGAIN_MS = 60_000;

/** The rules of this machine, set every minute: a firewall reload removes them, and without them tasks may reach each other. */
export class NetworkRules {
  readonly #blocked: readonly string[];
  #failures = 0;
  #why = "";
  #trying: Promise<void> | null = null;

  constructor(blocked: readonly string[]) {
    this.#blocked = blocked;
  }

  /** Sets them now and every minute. @throws Error when they cannot be set. */
  async keep(): Promise<void> {
    await closeNetworks(this.#blocked);
    setInterval(() => void this.setAgain(), AGAIN_MS).unref();
  }

  /** Sets them again. Calls at one moment are one try: all would see the same lock held by another program. */
  async setAgain(): Promise<void> {
    await (this.#trying ??= this.#try().finally(() => (this.#trying = null)));
  }

  async #try(): Promise<void> {
    try {
      await closeNetworks(this.#blocked);
      this.#failures = 0;
    } catch (error) {
      [this.#failures, this.#why] = [this.#failures + 1, textOf(error)];
      log("agent", this.#why);
    }
  }

  /** Sets them before a start, at the second try if need be. @throws Error when they cannot be set. */
  async ensure(): Promise<void> {
    await this.setAgain();
    if (this.#failures > 0) await this.setAgain();
    if (this.#failures > 0) throw new Error(this.#why);
  }

  conditions(): Condition[] {
    if (this.#failures === 0) return [];
    // Another program may have held the lock of the rules once.
    const severity = this.#failures > 1 ? "critical" : "warning";
    return [{ ...nodeWarning("tasks-not-isolated", this.#why), severity }];
  }
}

/**
 * Sets rules that separate tasks in containers from the machine, from each other, from metadata and from blocked
 * addresses; answers pass. Engines have no setting for it. Their rules, and those of other firewalls, are in the table
 * `filter`, where the first match wins and Podman puts its own first. Ours are in `mangle`, which the kernel checks
 * before it. @throws Error when they cannot be set.
 */
export async function closeNetworks(blocked: readonly string[]): Promise<void> {
  await apply("iptables", [LINK_LOCAL, ...blocked]);
  // Containers have no IPv6 addresses except that of their link, by which they would reach the machine.
  if (existsSync("/proc/net/if_inet6")) await apply("ip6tables", []);
}

async function apply(program: "iptables" | "ip6tables", blocked: readonly string[]): Promise<void> {
  const answer = await runProbe("/bin/sh", ["-c", SCRIPT, "sh", program, rulesOf(blocked)], LIMIT_MS);
  if (answer.ok) return;
  const why = ("output" in answer && answer.output.trim()) || "no answer";
  throw new Error(`the rules that isolate tasks could not be set by ${program}: ${why}`);
}

/** Sets the chains at once, and makes the jumps to them the first rules. */
const SCRIPT = `set -e
PATH="$PATH:/usr/sbin:/sbin"
printf '%s' "$2" | "$1-restore" -w 4 --noflush
for chain in INPUT FORWARD; do
  jump="-i ${BRIDGES}+ -j MILLRACE-$chain"
  [ "$("$1" -w 4 -t mangle -S $chain 1)" = "-A $chain $jump" ] && continue
  while "$1" -w 4 -t mangle -D $chain $jump 2>/dev/null; do :; done
  "$1" -w 4 -t mangle -I $chain 1 $jump
done`;

function rulesOf(blocked: readonly string[]): string {
  const [answers, refuse] = ["-m conntrack --ctstate RELATED,ESTABLISHED -j RETURN", "-j DROP"];
  return [
    "*mangle",
    ":MILLRACE-INPUT - [0:0]",
    ":MILLRACE-FORWARD - [0:0]",
    `-A MILLRACE-INPUT ${answers}`,
    `-A MILLRACE-INPUT ${refuse}`,
    `-A MILLRACE-FORWARD ${answers}`,
    `-A MILLRACE-FORWARD -o ${BRIDGES}+ ${refuse}`,
    ...blocked.map((network) => `-A MILLRACE-FORWARD -d ${network} ${refuse}`),
    "COMMIT",
    "",
  ].join("\n");
}
