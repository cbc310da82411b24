import type { DestinationStream } from "pino";
import { env } from "./env.server";
import { exportLine } from "./tracing.server";

/**
 * Returns the output of log lines: the standard output, and the collector if there is one. A destination of pino's would
 * write later, and lose the last lines of a process that ends itself. A full disk, or a reader that has gone, costs lines
 * and never the process.
 */
export function logOutput(): DestinationStream {
  process.stdout.on("error", () => {});
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return process.stdout;
  return {
    write: (line) => {
      process.stdout.write(line);
      exportLine(line);
    },
  };
}
