// One worker's clock with one harmless job: prints a line at each tick it leads.
import { Clock } from "../../../worker/clock/clock";
import { Leadership } from "../../../worker/clock/leadership";

const leadership = new Leadership();
const clock = new Clock(leadership, [
  {
    job: "test-job",
    everyMs: 100,
    run: async () => {
      console.log(`tick ${process.pid}`);
    },
  },
]);
leadership.start();
clock.start();
console.log("started");
process.on("SIGTERM", async () => {
  await clock.stop();
  await leadership.stop();
  process.exit(0);
});
