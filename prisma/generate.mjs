// Makes the Prisma client from schema.prisma, offline: generating needs no schema engine, but the CLI
// insists on finding one, so it is shown an executable that it never runs.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

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
