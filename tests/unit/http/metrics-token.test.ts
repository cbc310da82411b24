import { beforeAll, expect, test, vi } from "vitest";
import type * as Token from "~/http/metrics-token.server";

let mayReadMetrics: typeof Token.mayReadMetrics;

beforeAll(async () => {
  vi.stubEnv("DATABASE_URL", "postgres://127.0.0.1/none");
  vi.stubEnv("METRICS_TOKEN", "right-token");
  ({ mayReadMetrics } = await import("~/http/metrics-token.server"));
});

test.each([
  ["Bearer right-token", true],
  ["bearer right-token", true],
  ["Bearer right-tokem", false],
  ["Bearer right", false],
  ["Bearer ", false],
  [undefined, false],
])("%j reads the figures: %s", (authorization, may) => {
  expect(mayReadMetrics(authorization)).toBe(may);
});
