// The web part of `npm run dev`: builds it, and again for each line with the changed paths (a JSON list). Node runs it:
// under Bun the compiler mistakes Bun itself for a package that shadows a built-in.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
// The parts of `remix watch`: decision 0154 explains why the command itself does not serve.
import compiler from "@remix-run/dev/dist/compiler/compiler.js";
import watchCache from "@remix-run/dev/dist/compiler/fileWatchCache.js";
import configuration from "@remix-run/dev/dist/config.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = join(root, "build/dev");

/** @typedef {{ message: string, details?: string[] }} Details */
const say = (/** @type {string} */ line, /** @type {Details | undefined} */ more) =>
  console.log([line, ...(more?.details ?? [])].join("\n"));
const quiet = () => {};

await rm(folder, { recursive: true, force: true });
const fileWatchCache = watchCache.createFileWatchCache();
const config = await configuration.readConfig(root, "development");
const building = await compiler.create({
  config: {
    ...config,
    serverBuildPath: join(root, "build/dev.js"),
    assetsBuildDirectory: join(folder, "build"),
  },
  options: {
    mode: "development",
    // They take a fifth of the time, and this build keeps names and lines.
    sourcemap: false,
    REMIX_DEV_ORIGIN: new URL(process.env["REMIX_DEV_ORIGIN"] ?? ""),
  },
  fileWatchCache,
  logger: { debug: quiet, info: quiet, warn: say, error: say },
});

/** Counts changes: a build that is no longer the last is silent. */
let latest = 0;

async function build() {
  const mine = (latest += 1);
  if (mine > 1) await building.cancel();
  try {
    await building.compile();
    if (mine === latest) console.log("built");
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    // esbuild has ended, for example after a route without its file. The supervisor restarts everything.
    if (/^The service (is no longer running|was stopped)/.test(text)) process.exit(1);
    if (mine === latest) console.log(text);
  }
}

void build();
createInterface({ input: process.stdin })
  .on("line", (line) => {
    for (const path of JSON.parse(line)) fileWatchCache.invalidateFile(join(root, path));
    void build();
  })
  .on("close", () => process.exit(0));
