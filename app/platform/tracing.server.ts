import type { Attributes, Sdk, SpanRef, Step, TraceOptions } from "./tracing/sdk.server";

export type { SpanRef, Step } from "./tracing/sdk.server";

/** Null until a collector is named. Then no package of OpenTelemetry is loaded, and a traced place costs one branch. */
let sdk: Sdk | null = null;

interface Exporting {
  /** `OTEL_EXPORTER_OTLP_ENDPOINT`; the other standard variables are read by the packages themselves. */
  endpoint: string | undefined;
  /** Kind of this process, such as `web`. */
  service: string;
  /** Hears what was lost on the way to the collector, at most once a minute. */
  log: { warn(facts: Record<string, unknown>, text: string): void };
}

/** Begins to export traces and logs, if a collector is named (decision 0597). */
export async function startTracing({ endpoint, service, log }: Exporting): Promise<void> {
  if (!endpoint || sdk) return;
  const { startSdk } = await import("./tracing/sdk.server");
  sdk = await startSdk({ service, warn: (facts, text) => log.warn(facts, text) });
}

/** Sends what is left, for at most a second. */
export async function stopTracing(): Promise<void> {
  const stopped = sdk;
  sdk = null;
  await stopped?.stop();
}

export function isTracing(): boolean {
  return sdk !== null;
}

/** Runs work as a span of the present trace; outside a trace there is none. */
export function traced<T>(name: string, work: () => Promise<T>, options?: TraceOptions<T>): Promise<T> {
  return sdk === null ? work() : sdk.continued(name, work, options);
}

/** Runs work as the first span of a trace. */
export function beginTrace<T>(name: string, work: () => Promise<T>, options?: TraceOptions<T>): Promise<T> {
  return sdk === null ? work() : sdk.begun(name, work, options);
}

/** Runs one SQL statement as a span: its text, which has no values, and never its values. */
export function tracedStatement<T>(text: string, run: () => Promise<T>): Promise<T> {
  return sdk === null ? run() : sdk.statement(text, run);
}

/** Runs work of repeated beats as a trace that is kept only if it did something, failed or took long. */
export function traceIfBusy<T>(name: string, work: () => Promise<T>): Promise<T> {
  return sdk === null ? work() : sdk.ifBusy(name, work);
}

/** The span that this code runs in. */
export function presentSpan(): SpanRef | undefined {
  return sdk?.present();
}

/**
 * Notes a step of a long story, such as the life of a task. A story is a trace of its own, and its id is made from what
 * all its processes know. Call it after the commit.
 */
export function noteStep(step: Step): void {
  sdk?.note(step);
}

/** Exports one line of pino's. */
export function exportLine(line: string): void {
  sdk?.line(line);
}

/** Exports a line of a log that has only text. */
export function exportText(text: string, attributes: Attributes): void {
  sdk?.text(text, attributes);
}
