// `npm start`: brings the whole product up on this machine, keeps it up, and stops it in order.
import { mkdir } from "node:fs/promises";
import { watchNpm } from "./parent";
import { Product } from "./product";
import { readSettings } from "./settings";

const say = (line: string) => console.log(line);

try {
  const settings = readSettings();
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 });
  const product = new Product(settings, say);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    say("Stopping …");
    void product.stop().then(() => {
      say("Stopped.");
      process.exit(0);
    });
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  watchNpm({ startedByNpm: process.env["npm_lifecycle_event"] === "start", gone: stop });
  await product.start().catch(async (error: unknown) => {
    if (stopping) return;
    stopping = true;
    await product.stop();
    throw error;
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
