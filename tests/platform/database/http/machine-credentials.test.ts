import { expect, test } from "vitest";
import { env } from "~/platform/env.server";
import { call } from "../../../contract/support/call";

test.each([
  ["/v1/agents/enroll", "mre_"],
  ["/v1/agents/report", "mra_"],
  ["/v1/agents/rotate", "mra_"],
])("%s: a made-up secret is 401 before its body is read, and many attempts are blocked", async (path, kind) => {
  const from = { client: `guesser of ${path}`, headers: { "Content-Type": "application/json" } };
  const statuses: number[] = [];
  for (let at = 0; at < env.RATE_PUBLIC_PER_MIN + 3; at += 1) {
    statuses.push((await call(path, { key: `${kind}guess-${at}`, body: "{ no JSON", ...from })).status);
  }
  const wrong = statuses.slice(0, env.RATE_PUBLIC_PER_MIN);
  expect([...new Set(wrong)]).toEqual([401]);
  expect(statuses.slice(env.RATE_PUBLIC_PER_MIN)).toEqual([429, 429, 429]);
});

test("/metrics: a wrong token is 401, and many attempts are blocked; the right one still opens it", async () => {
  const client = "guesser of figures";
  const statuses: number[] = [];
  for (let at = 0; at < env.RATE_PUBLIC_PER_MIN + 1; at += 1) {
    statuses.push((await call("/metrics", { key: `guess-${at}`, client })).status);
  }
  expect([...new Set(statuses.slice(0, -1))]).toEqual([401]);
  expect(statuses.at(-1)).toBe(429);
  expect((await call("/metrics", { key: "test-metrics-token", client })).status).toBe(200);
});
