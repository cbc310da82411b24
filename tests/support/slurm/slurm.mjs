// A whole Slurm on this machine, to try Millrace with by hand: node tests/support/slurm/slurm.mjs
// start|stop|status|token [user]|run COMMAND… SLURM_LAB is its folder, SLURM_LAB_PORT the first of its 20 ports
// (17600).
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { FIRST_PORT, SlurmLab } from "./lab.mjs";

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
  /** Waits for the end of the process that started it, and stops the lab. */
  async keep() {
    process.on("SIGTERM", () => {});
    for await (const _ of process.stdin);
    await lab.stop();
  },
};

if (!(verb in verbs)) fail("start|stop|status|token [user]|run COMMAND…");
else await verbs[verb]();

function fail(why) {
  console.error(why);
  process.exitCode = 2;
}
