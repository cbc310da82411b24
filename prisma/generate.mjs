// Generates the Prisma client from schema.prisma, offline. That needs no schema engine, but the CLI insists on finding
// one, so it gets an executable that it never runs.
import { execFileSync } from "node:child_process";
import { copyFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

// Written last: the remains of a killed run are generated again (worker/up/install.mjs).
const whole = here("../app/generated/made-from.prisma");
rmSync(whole, { force: true });

execFileSync(
  process.execPath,
  [here("../node_modules/prisma/build/index.js"), "generate", "--schema", here("schema.prisma")],
  {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
    },
  },
);

copyFileSync(here("schema.prisma"), whole);
