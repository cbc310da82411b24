// A whole Slurm on this machine, to try Millrace with by hand:
//   node tests/support/slurm/slurm.mjs start|stop|status|token [user]|run COMMAND…
//   node tests/support/slurm/slurm.mjs demo: starts it and the product, whose cluster slurm1 it backs
// SLURM_LAB names its folder, SLURM_LAB_PORT the first of its ports (17600; it uses 20).
import { spawn, spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { FIRST_PORT, SlurmLab } from "./lab.mjs";
import { buildAgent } from "../build-agent.mjs";
import { CLUSTER, connectionOf, Visitor } from "./make-cluster.mjs";

const port = FIRST_PORT;
const lab = new SlurmLab({ dir: process.env.SLURM_LAB ?? `${tmpdir()}/millrace-slurm-${port}`, port });
const [verb, ...rest] = process.argv.slice(2);

const verbs = {
  async start() {
    const lacks = SlurmLab.lacks();
    if (lacks) return fail(lacks);
    if (lab.processes().length > 0) return fail(`it runs already in ${lab.dir}`);
    const startedMs = performance.now();
    await lab.start().catch(async (error) => {
      console.error(`It does not start: ${error.message}. Its logs:\n${lab.logs()}`);
      await lab.stop();
      process.exit(1);
    });
    console.log(
      `slurmrestd: ${lab.url}\nfolder:     ${lab.dir}\nstarted in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`,
    );
  },
  stop: () => lab.stop(),
  status() {
    console.log(`${lab.processes().length} processes in ${lab.dir}`);
    if (lab.isUp()) console.log(lab.run("sinfo"));
  },
  token: () => console.log(lab.token(rest[0])),
  run() {
    process.exitCode = spawnSync(rest[0], rest.slice(1), { env: lab.environment, stdio: "inherit" }).status ?? 1;
  },
  async demo() {
    if (lab.processes().length === 0) await verbs.start();
    if (process.exitCode) return;
    buildAgent(`${lab.dir}/agent`);
    const product = spawn("npm", ["start"], { stdio: "inherit" });
    product.on("exit", (code) => process.exit(code ?? 1));
    // The product ends by the same Ctrl-C; the lab stays until `stop`.
    process.on("SIGINT", () => {});
    const origin = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
    while (
      !(await fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    )
      await new Promise((resolve) => setTimeout(resolve, 500));
    const admin = new Visitor(origin);
    await admin.logIn("admin");
    if (!(await admin.read("/dashboard/catalogue")).includes("/dashboard/clusters/slurm1"))
      await admin.send("/dashboard/catalogue", CLUSTER);
    const page = await admin.read("/dashboard/clusters/slurm1");
    // A lab that was started again has other keys.
    const version = /name="version" value="(\d+)"/.exec(page)?.[1];
    await admin.send("/dashboard/clusters/slurm1", { ...connectionOf(lab), ...(version ? { version } : {}) });
    console.log(`\nSlurm backs the cluster slurm1: ${origin}/dashboard/clusters/slurm1\n`);
  },
  /** Waits for the end of the process that began it, and stops the lab. */
  async keep() {
    process.on("SIGTERM", () => {});
    for await (const _ of process.stdin);
    await lab.stop();
  },
};

if (!(verb in verbs)) fail("start|demo|stop|status|token [user]|run COMMAND…");
else await verbs[verb]();

function fail(why) {
  console.error(why);
  process.exitCode = 2;
}
