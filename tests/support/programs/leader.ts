// One worker's clock with harmless jobs: prints a line at each tick that it leads. With an argument, a tick of the
// first job waits for SIGUSR2 and then writes a row of that name to `job_tick`; with `faults` the second job fails in
// part and the third completely.
import { transaction } from "~/platform/db.server";
import { forEachStep } from "~/platform/for-each";
import { Clock } from "../../../worker/clock/clock";
import { Leadership } from "../../../worker/clock/leadership";

const [mark] = process.argv.slice(2);
const leadership = new Leadership();
const jobs = ["test-job", "second-job", "third-job"];
const clock = new Clock(
  leadership,
  jobs.map((job) => ({
    job,
    everyMs: 100,
    run: async () => {
      console.log(`tick ${job} ${process.pid}`);
      if (mark === "faults") await failAs(job);
      else if (mark !== undefined && job === jobs[0]) await writeLate(mark);
    },
  })),
);
leadership.start();
clock.start();
console.log("started");
process.on("SIGTERM", async () => {
  await clock.stop();
  await leadership.stop();
  process.exit(0);
});

async function failAs(job: string): Promise<void> {
  const steps = { works: async () => {}, fails: () => Promise.reject(new Error(`fault of ${job}`)) };
  if (job === jobs[1]) await forEachStep(steps);
  if (job === jobs[2]) await steps.fails();
}

async function writeLate(mark: string): Promise<void> {
  const signalled = new Promise<void>((resolve) => process.once("SIGUSR2", () => resolve()));
  console.log("waits");
  await signalled;
  const written = transaction((tx) =>
    tx.query("insert into job_tick (job, at, since, worker) values ($1, now(), now(), '')", [mark]),
  );
  console.log(
    await written.then(
      () => "wrote",
      (error: Error) => `refused: ${error.message}`,
    ),
  );
}
