import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { Lanes } from "./support/lanes.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * The browser tests: one whole product, started as `npm start` starts it, and one browser for all files, which run one
 * after the other.
 */
export default defineConfig({
  root,
  resolve: { alias: { "~": `${root}/app` } },
  test: {
    include: ["tests/e2e/**/*.test.ts"],
    globalSetup: ["tests/e2e/support/guard.ts", "tests/e2e/support/product.ts"],
    fileParallelism: false,
    // One process for all of them: separate ones would each load browser and axe again.
    isolate: false,
    sequence: { sequencer: Lanes },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // The same as in `until`, and for the same reason: Vitest itself gives up after one second.
    expect: { poll: { timeout: 90_000 } },
  },
});
