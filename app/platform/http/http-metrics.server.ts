import { Counter, Histogram, Registry } from "prom-client";
import { env } from "~/platform/env.server";

/** The metrics that this process counts itself; figures of the whole product are read at the scrape. */
export const httpRegistry = new Registry();
// Any of several processes may answer a scrape: the label keeps their counts separate.
if (env.WEB_PROCESSES > 1) httpRegistry.setDefaultLabels({ process: String(env.WEB_PROCESS) });

const requests = new Counter({
  name: "millrace_http_requests_total",
  help: "Requests answered, by route and status",
  labelNames: ["route", "status"],
  registers: [httpRegistry],
});
const seconds = new Histogram({
  name: "millrace_http_seconds",
  help: "Time from a request to its answer",
  labelNames: ["route"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [httpRegistry],
});

/** Counts one answer; `route` is the pattern, never the address, so that the labels stay few. */
export function countAnswer(route: string, status: number, tookSeconds: number): void {
  requests.inc({ route, status });
  seconds.observe({ route }, tookSeconds);
}
