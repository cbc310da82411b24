// One worker's clock with harmless jobs: prints a line at each tick it leads.
import { Clock } from "../../../worker/clock/clock";
import { Leadership } from "../../../worker/clock/leadership";

const leadership = new Leadership();
const jobs = ["test-job", "second-job", "third-job"];
const clock = new Clock(
  leadership,
  jobs.map((job) => ({ job, everyMs: 100, run: async () => console.log(`tick ${job} ${process.pid}`) })),
);
leadership.start();
clock.start();
console.log("started");
process.on("SIGTERM", async () => {
  await clock.stop();
  await leadership.stop();
  process.exit(0);
});
