import { beforeAll, expect, test, vi } from "vitest";
import type * as Token from "~/platform/http/metrics-token.server";

let mayReadMetrics: typeof Token.mayReadMetrics;

beforeAll(async () => {
  vi.stubEnv("DATABASE_URL", "postgres://127.0.0.1/none");
  vi.stubEnv("METRICS_TOKEN", "the-right-token-here");
  ({ mayReadMetrics } = await import("~/platform/http/metrics-token.server"));
});

test.each([
  ["Bearer the-right-token-here", true],
  ["bearer the-right-token-here", true],
  ["Bearer right-tokem", false],
  ["Bearer right", false],
  ["Bearer ", false],
  [undefined, false],
])("%j reads the figures: %s", async (authorization, may) => {
  expect(await mayReadMetrics(authorization, "192.0.2.1")).toBe(may);
});
