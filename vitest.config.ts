import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";

const root = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");
const alias = { "~": `${root}/app` };

const onDatabase = {
  globalSetup: ["tests/support/postgres.ts"],
  setupFiles: ["tests/support/fresh-modules.ts", "tests/support/database.ts", "tests/support/silence.ts"],
  // Properties try thousands of cases, and four chains of checks share two cores: a limit detects what is stuck, not
  // what is slow.
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

/**
 * Pure rules need no database; the other files each get their own, cloned from one migrated template. Without `isolate`
 * many files share a process: what packages load is loaded once, and our own modules are new for each file. A process
 * for each file costs about a second of processor time.
 */
export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          include: ["tests/*/unit/**/*.test.{ts,tsx}"],
          setupFiles: ["tests/support/fresh-modules.ts", "tests/support/silence.ts"],
          isolate: false,
          testTimeout: 300_000,
        },
      },
      {
        resolve: { alias },
        test: {
          ...onDatabase,
          name: "database",
          include: ["tests/*/database/**/*.test.{ts,tsx}", "tests/contract/**/*.test.{ts,tsx}"],
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: {
          ...onDatabase,
          name: "worker",
          include: [
            "tests/worker/*.test.ts",
            "tests/worker/{access,agent,backup,billing,lifecycle,migrations,payments}/**/*.test.ts",
          ],
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "engines",
          include: ["tests/worker/engines/**/*.test.ts"],
          setupFiles: ["tests/support/silence.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
    pool: "forks",
    // Modules that are new for each file are much garbage: with more room it is collected less often.
    execArgv: ["--max-semi-space-size=64"],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Each source is transformed once for all projects and runs, and found again by its hash.
    experimental: { fsModuleCache: true },
  },
});
