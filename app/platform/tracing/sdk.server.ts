import { hostname } from "node:os";
import type { Context, Link, Span, SpanContext, SpanOptions } from "@opentelemetry/api";
import type { AnyValueMap } from "@opentelemetry/api-logs";
import type { ReadableSpan, SpanProcessor } from "@opentelemetry/sdk-trace-base";
import { figuresOf } from "~/platform/figures-of";
import { version } from "../../../package.json";
import { describeStatement } from "./describe-statement";
import { severityOf } from "./severity";

/** Longest time that a stop waits for a collector. */
const STOP_WITHIN_MS = 1_000;
/** A beat that took longer is kept, even if it did nothing. */
const LONG_MS = 1_000;
/** Most spans that wait for the end of their beat; one with more is kept. */
const HELD_MAX = 500;
const WARN_EVERY_MS = 60_000;

export type Attributes = Record<string, string | number | boolean | undefined>;
/** A span, for a link from another. */
export type SpanRef = Pick<SpanContext, "traceId" | "spanId" | "traceFlags">;

export interface TraceOptions<T> {
  kind?: "server" | "client";
  attributes?: Attributes;
  /** Attributes that its value adds. `error.type` marks the span as failed. */
  after?: (value: T) => Attributes;
  /** The span that it continues, in place of the present one. */
  within?: SpanRef | undefined;
  links?: readonly SpanRef[];
  /** `traceparent` of a caller. It becomes a link: callers decide neither ids nor what is sampled. */
  caller?: string | null;
}

export interface Step {
  /** The trace's id: 32 hexadecimal digits, dashes are left out. */
  story: string;
  name: string;
  from: Date;
  to: Date;
  attributes?: Attributes;
  /** Marks it as failed. */
  error?: string;
  /** True: the other steps are below it. */
  first?: boolean;
}

interface Given {
  service: string;
  warn: (facts: Record<string, unknown>, text: string) => void;
}

export type Sdk = Awaited<ReturnType<typeof startSdk>>;

/**
 * Starts OpenTelemetry in this process. Its packages are loaded here and nowhere else: a static import would be at the
 * top of the build, which loads it always.
 */
export async function startSdk({ service, warn }: Given) {
  const [api, core, { AsyncLocalStorageContextManager }, resources, tracing, logging, toTraces, toLogs] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/core"),
      import("@opentelemetry/context-async-hooks"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-trace-base"),
      import("@opentelemetry/sdk-logs"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/exporter-logs-otlp-http"),
    ]);
  const { context, diag, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  const say = seldom(warn);
  // The packages would write to the console.
  core.setGlobalErrorHandler((error) => say(error instanceof Error ? error.message : String(error)));
  diag.setLogger(
    { error: say, warn: say, info: () => {}, debug: () => {}, verbose: () => {} },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

  const own = {
    "service.name": `millrace-${service}`,
    "service.version": version,
    "host.name": hostname(),
    "process.pid": process.pid,
  };
  const resource = resources
    .defaultResource()
    .merge(resources.resourceFromAttributes(own))
    .merge(resources.detectResources({ detectors: [resources.envDetector] }));
  const batches = new tracing.BatchSpanProcessor(new toTraces.OTLPTraceExporter());
  const held = new HeldTraces(batches);
  const ids = new Ids(new tracing.RandomIdGenerator());
  const provider = new tracing.BasicTracerProvider({ resource, idGenerator: ids, spanProcessors: [held] });
  const exportsLogs = core.getStringFromEnv("OTEL_LOGS_EXPORTER") !== "none";
  const toCollector = () => new logging.BatchLogRecordProcessor({ exporter: new toLogs.OTLPLogExporter() });
  const logs = new logging.LoggerProvider({ resource, processors: exportsLogs ? [toCollector()] : [] });
  const tracer = provider.getTracer("millrace");
  const logger = logs.getLogger("millrace");

  const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT };
  const present = () => trace.getSpan(context.active());
  const withSpan = (span: SpanRef) => trace.setSpanContext(ROOT_CONTEXT, { ...span, isRemote: true });

  /** Runs work in a span, and ends the span with it. */
  const run = async <T>(span: Span, parent: Context, work: () => Promise<T>, after?: (value: T) => Attributes) => {
    try {
      const value = await context.with(trace.setSpan(parent, span), work);
      if (after && span.isRecording()) describe(span, after(value));
      return value;
    } catch (error) {
      // Its message may have a value in it, such as that of a unique key.
      describe(span, { "error.type": typeOf(error) });
      throw error;
    } finally {
      span.end();
    }
  };
  const describe = (span: Span, attributes: Attributes) => {
    span.setAttributes(attributes);
    if (attributes["error.type"]) span.setStatus({ code: SpanStatusCode.ERROR });
  };
  const optionsOf = <T>({ kind, attributes = {}, links = [], caller }: TraceOptions<T>): SpanOptions => {
    const parsed = caller ? core.parseTraceParent(caller) : null;
    return {
      attributes,
      links: [...links, ...(parsed ? [parsed] : [])].map((one): Link => ({ context: one })),
      ...(kind ? { kind: KINDS[kind] } : {}),
    };
  };
  const begun = async <T>(title: string, work: () => Promise<T>, options: TraceOptions<T> = {}) =>
    await run(
      tracer.startSpan(title, { ...optionsOf(options), root: true }, ROOT_CONTEXT),
      ROOT_CONTEXT,
      work,
      options.after,
    );
  const continued = async <T>(title: string, work: () => Promise<T>, options: TraceOptions<T> = {}) => {
    const parent = options.within ? withSpan(options.within) : context.active();
    // Where nothing is sampled, or outside a trace, spans would only cost time.
    if (!((trace.getSpanContext(parent)?.traceFlags ?? 0) & api.TraceFlags.SAMPLED)) return await work();
    return await run(tracer.startSpan(title, optionsOf(options), parent), parent, work, options.after);
  };

  /** The first span's context of a story: sampled or not, as its id says, in every process. */
  const firstOf = (traceId: string): SpanRef => {
    const asked = ids.give({ traceId, spanId: traceId.slice(16) }, () => tracer.startSpan("", { root: true }));
    return asked.spanContext();
  };
  const note = ({ story, name: title, from, to, attributes = {}, error, first }: Step) => {
    const traceId = story.replaceAll("-", "");
    const active = present();
    const cause = active?.isRecording() ? active : null;
    const options = { attributes, startTime: from, links: cause ? [{ context: cause.spanContext() }] : [] };
    const root = firstOf(traceId);
    const span = first
      ? ids.give(root, () => tracer.startSpan(title, { ...options, root: true }))
      : tracer.startSpan(title, options, withSpan(root));
    if (error !== undefined) describe(span, { "error.type": error });
    span.end(to);
    if (!cause) return;
    cause.addLink({ context: root });
    held.keep(cause.spanContext().traceId);
  };

  const ifBusy = async <T>(title: string, work: () => Promise<T>) =>
    await begun(title, async () => {
      const span = present();
      if (!span?.isRecording()) return await work();
      const { traceId } = span.spanContext();
      const startedMs = performance.now();
      held.hold(traceId);
      try {
        const value = await work();
        const figures = figuresOf(value);
        for (const [name, figure] of Object.entries(figures)) span.setAttribute(`millrace.figure.${name}`, figure);
        if (Object.keys(figures).length > 0 || performance.now() - startedMs > LONG_MS) held.keep(traceId);
        return value;
      } catch (error) {
        held.keep(traceId);
        throw error;
      }
    });

  const statement = async <T>(text: string, ask: () => Promise<T>) => {
    if (!present()?.isRecording()) return await ask();
    const { summary, attributes } = describeStatement(text);
    return await continued(summary, ask, { kind: "client", attributes });
  };

  const line = (written: string) => {
    if (!exportsLogs) return;
    const {
      level,
      time,
      msg,
      err,
      hostname: _hostname,
      pid: _pid,
      ...facts
    } = JSON.parse(written) as AnyValueMap & {
      err?: AnyValueMap;
    };
    logger.emit({
      timestamp: Number(time),
      ...severityOf(Number(level)),
      body: msg,
      attributes: {
        ...facts,
        ...(err && {
          "exception.type": err["type"],
          "exception.message": err["message"],
          "exception.stacktrace": err["stack"],
        }),
      },
      context: context.active(),
    });
  };
  const text = (body: string, attributes: Attributes) =>
    logger.emit({ ...severityOf(30), body, attributes, context: context.active() });

  const stop = async () => {
    const sent = Promise.allSettled([provider.shutdown(), logs.shutdown()]);
    await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, STOP_WITHIN_MS))]);
    context.disable();
    diag.disable();
  };

  return { begun, continued, statement, ifBusy, note, line, text, stop, present: () => present()?.spanContext() };
}

/** Ids of spans: random, or those that a story has. */
class Ids {
  readonly #random: { generateTraceId(): string; generateSpanId(): string };
  #given: { traceId: string; spanId: string } | null = null;

  constructor(random: { generateTraceId(): string; generateSpanId(): string }) {
    this.#random = random;
  }

  generateTraceId(): string {
    return this.#given?.traceId ?? this.#random.generateTraceId();
  }

  generateSpanId(): string {
    return this.#given?.spanId ?? this.#random.generateSpanId();
  }

  /** Gives the span that `start` starts these ids. */
  give(ids: { traceId: string; spanId: string }, start: () => Span): Span {
    this.#given = ids;
    try {
      return start();
    } finally {
      this.#given = null;
    }
  }
}

/** Holds the spans of a beat back until its first span ends: then it is known whether they are worth sending. */
class HeldTraces implements SpanProcessor {
  readonly #next: SpanProcessor;
  readonly #held = new Map<string, { spans: ReadableSpan[]; kept: boolean }>();

  constructor(next: SpanProcessor) {
    this.#next = next;
  }

  hold(traceId: string): void {
    this.#held.set(traceId, { spans: [], kept: false });
  }

  /** Sends the trace: what was held back now, the rest as it ends. */
  keep(traceId: string): void {
    const held = this.#held.get(traceId);
    if (!held) return;
    held.kept = true;
    for (const one of held.spans.splice(0)) this.#next.onEnd(one);
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    const { traceId } = span.spanContext();
    const held = this.#held.get(traceId);
    if (!span.parentSpanContext) this.#held.delete(traceId);
    if (!held || held.kept) return this.#next.onEnd(span);
    if (!span.parentSpanContext) return;
    held.spans.push(span);
    if (held.spans.length === HELD_MAX) this.keep(traceId);
  }

  forceFlush(): Promise<void> {
    return this.#next.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#next.shutdown();
  }
}

/** Logs once a minute, with the number of lines that it left out. */
function seldom(warn: Given["warn"]): (why: string) => void {
  let saidMs = -Infinity;
  let times = 0;
  return (why) => {
    times += 1;
    if (performance.now() - saidMs < WARN_EVERY_MS) return;
    warn({ why, times }, "traces or logs may be missing");
    [saidMs, times] = [performance.now(), 0];
  };
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return "Error";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
