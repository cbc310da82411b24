import pino, { type DestinationStream } from "pino";
import { env } from "./env.server";
import { exportLine } from "./tracing.server";

/** Returns the output of log lines: the standard output, and the collector if there is one. */
export function logOutput(): DestinationStream {
  const output = pino.destination(1);
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return output;
  return {
    write: (line) => {
      output.write(line);
      exportLine(line);
    },
  };
}
