import type { DestinationStream } from "pino";
import { env } from "./env.server";
import { exportLine } from "./tracing.server";

/** Characters of lines that wait for a reader; further ones are lost. */
const WAITING_MAX = 16 * 1024 * 1024;

/**
 * Returns the output of log lines: the standard output, and the collector if there is one. A destination of pino's would
 * write later, and lose the last lines of a process that ends itself. A full disk, or a reader that has gone or hangs, costs
 * lines and never the process.
 */
export function logOutput(): DestinationStream {
  process.stdout.on("error", () => {});
  // Counted here: Bun's `writableLength` stays 0.
  let waiting = 0;
  return {
    write: (line) => {
      if (waiting < WAITING_MAX) {
        waiting += line.length;
        process.stdout.write(line, () => (waiting -= line.length));
      }
      if (env.OTEL_EXPORTER_OTLP_ENDPOINT) exportLine(line);
    },
  };
}
