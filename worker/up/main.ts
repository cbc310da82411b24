// `npm start`: starts the whole product on this machine, keeps it running, and stops it in order. `npm run dev`
// (`--dev`): the same, and applies each saved change.
import { lockDataFolder } from "./data-folder";
import { DevLoop } from "./dev/dev-loop";
import { whyUnusable } from "./disk-faults";
import { watchNpm } from "./parent.mjs";
import { Product } from "./product";
import { readSettings } from "./settings";
import { correctShell } from "./shell-variables";

const isDev = process.argv.includes("--dev");
const say = (line: string) => console.log(line);

/** Ignores a reader of our output that is gone, such as a closed terminal, so that a stop still completes. */
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

try {
  correctShell(process.env);
  const settings = readSettings();
  const release = lockDataFolder(settings.dataDir, isDev ? "npm run dev" : "npm start");
  const asked = untilStopRequested();
  const product = new Product(settings, say, isDev ? new DevLoop(say) : null);
  try {
    await Promise.race([asked, product.start().then(() => asked)]);
  } catch (error) {
    throw whyUnusable(settings.dataDir, error) ?? error;
  } finally {
    await product.stop();
    release();
  }
  say("Stopped.");
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** Waits for a signal or the end of npm. Only the first counts: a terminal and npm send two at once. */
async function untilStopRequested(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
    watchNpm(resolve);
  });
  say("Stopping …");
}
