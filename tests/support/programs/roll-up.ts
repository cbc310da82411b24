// Sums the events that wait, at the time of its argument, and stops in the middle: all sums are written and nothing is
// committed. Prints a line then, and waits for its end.
import { rollUp } from "~/usage/roll-up.server";

await rollUp({
  now: new Date(process.argv[2] ?? ""),
  recordActive: async () => {
    console.log("written");
    await new Promise(() => setInterval(() => {}, 60_000));
  },
});
