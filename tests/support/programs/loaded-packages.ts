// Prints which packages of OpenTelemetry web, worker and agent have loaded, with the environment that it gets.
import { env } from "~/platform/env.server";
import { startTracing } from "~/platform/tracing.server";

await import("~/entry.server");
await import("../../../worker/timetable");
await import("../../../worker/agent/agent");
await startTracing({ endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, service: "web", log: { warn: () => {} } });
// The keys of Bun's cache are those of ES modules too.
const loaded = Object.keys(require.cache).flatMap((file) => /\/@opentelemetry\/([^/]+)\//.exec(file)?.[1] ?? []);
console.log(`loaded: ${[...new Set(loaded)].sort().join(" ")}`);
process.exit(0);
