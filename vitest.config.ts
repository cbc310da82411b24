import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { WaitingFirst } from "./tests/support/waiting-first.ts";

const root = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");
const alias = { "~": `${root}/app` };

/** Pure rules need no database; the other files each get their own, cloned from one migrated template. */
export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          setupFiles: ["tests/support/silence.ts"],
          // Properties try thousands of cases, and machines may be busy: a limit tells what is stuck, not what is slow.
          testTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "database",
          include: ["tests/{integration,contract,worker}/**/*.test.{ts,tsx}"],
          globalSetup: ["tests/support/postgres.ts"],
          setupFiles: ["tests/support/database.ts", "tests/support/silence.ts"],
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
    ],
    pool: "forks",
    maxWorkers: 2,
    sequence: { sequencer: WaitingFirst },
  },
});
