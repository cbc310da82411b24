// The layout of three database hosts and two application hosts on this machine (docs/deploying.md), to try failures by
// hand:  node tests/support/hosts/hosts.mjs start|stop|status|run HOST COMMAND…
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { HostsLab, ORIGIN } from "./lab.mjs";

const lab = new HostsLab({ dir: process.env.HOSTS_LAB ?? `${tmpdir()}/millrace-hosts` });
const [verb, ...rest] = process.argv.slice(2);

const verbs = {
  async start() {
    const lacks = HostsLab.lacks();
    if (lacks) throw new Error(lacks);
    const startedMs = performance.now();
    await lab.start();
    console.log(
      `${ORIGIN} answers in the lab's network, after ${((performance.now() - startedMs) / 1000).toFixed(1)} s; folder ${lab.dir}`,
    );
  },
  stop: () => lab.stop(),
  status() {
    for (const { name, role, state } of lab.members()) console.log(`${name}  ${role}  ${state}`);
  },
  run() {
    const [host, ...command] = rest;
    process.exitCode =
      spawnSync("ip", ["netns", "exec", `millrace-${host}`, ...command], { stdio: "inherit" }).status ?? 1;
  },
};

if (!(verb in verbs)) throw new Error("How: node tests/support/hosts/hosts.mjs start|stop|status|run HOST COMMAND…");
await verbs[verb]();
