import { randomUUID } from "node:crypto";
import { createServer, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  beginTrace,
  exportLine,
  noteStep,
  startTracing,
  stopTracing,
  traced,
  tracedStatement,
  traceIfBusy,
} from "~/platform/tracing.server";
import { Collector } from "../../../support/collector";

let collector: Collector;
let endpoint: string;
const warn = vi.fn();

beforeEach(async () => {
  collector = new Collector();
  endpoint = await collector.listen();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint);
});
afterEach(async () => {
  await stopTracing();
  collector.close();
  vi.unstubAllEnvs();
  warn.mockClear();
});

const start = () => startTracing({ endpoint, service: "test", log: { warn } });
const aStep = (story: string, name: string) => ({ story, name, from: new Date(1000), to: new Date(2000) });
const names = () => collector.spans.map(({ name }) => name).sort();

test("without a collector work runs, and nothing else does", async () => {
  await startTracing({ endpoint: undefined, service: "test", log: { warn } });
  expect(await beginTrace("request", () => traced("part", async () => 7))).toBe(7);
  noteStep(aStep(randomUUID(), "step"));
  exportLine("no JSON");
});

test("each story is sampled as a whole, by its id, in each process", async () => {
  vi.stubEnv("OTEL_TRACES_SAMPLER", "parentbased_traceidratio");
  vi.stubEnv("OTEL_TRACES_SAMPLER_ARG", "0.5");
  const stories = Array.from({ length: 200 }, () => randomUUID());
  await start();
  for (const story of stories) noteStep({ ...aStep(story, "first"), first: true });
  await stopTracing();
  await start();
  for (const story of stories) noteStep(aStep(story, "second"));
  await stopTracing();
  const of = (name: string) => collector.spans.filter((span) => span.name === name);
  expect(of("first").length).toBeGreaterThan(50);
  expect(of("first").length).toBeLessThan(150);
  expect(of("second").map(({ traceId }) => traceId)).toEqual(of("first").map(({ traceId }) => traceId));
  expect(of("second").map(({ parentSpanId }) => parentSpanId)).toEqual(of("first").map(({ spanId }) => spanId));
});

test("of a beat's traces those are sent that did something, failed or caused a step", async () => {
  await start();
  const part = async () => await traced("part", async () => {});
  await traceIfBusy("idle", part);
  await traceIfBusy("nothing placed", async () => ({ placed: 0, waits: await part() }));
  await traceIfBusy("placed", async () => (await part(), { placed: 2 }));
  await traceIfBusy("step", async () => (await part(), noteStep(aStep(randomUUID(), "a step"))));
  await expect(traceIfBusy("failed", () => Promise.reject(new TypeError("no")))).rejects.toThrow("no");
  await stopTracing();
  expect(names()).toEqual(["a step", "failed", "part", "part", "placed", "step"]);
  expect(collector.spans.find(({ name }) => name === "placed")?.attributes).toEqual({ "millrace.figure.placed": 2 });
  expect(collector.spans.find(({ name }) => name === "failed")).toMatchObject({
    attributes: { "error.type": "TypeError" },
    status: { code: 2 },
  });
});

test("a beat with more spans than may wait is sent", async () => {
  await start();
  await traceIfBusy("many", async () => {
    for (let at = 0; at < 600; at += 1) await traced("part", async () => {});
  });
  await stopTracing();
  expect(names().length).toBe(601);
});

test("statements outside a trace are no spans; an error is told by its code, without its words", async () => {
  await start();
  await tracedStatement("select 1 from task", async () => {});
  const fault = Object.assign(new Error("Key (email)=(a@b.example) already exists."), { code: "23505" });
  const work = () => tracedStatement("insert into user_account (email) values ($1)", () => Promise.reject(fault));
  await expect(beginTrace("request", work)).rejects.toBe(fault);
  await stopTracing();
  expect(names()).toEqual(["insert user_account", "request"]);
  expect(collector.spans.map(({ attributes }) => attributes["error.type"])).toEqual(["23505", "23505"]);
  expect(collector.bodies.join()).not.toContain("a@b.example");
});

test("a caller's traceparent is a link if it is one, and nothing if it is not", async () => {
  await start();
  const caller = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  for (const given of [caller, "00-0-0-01", "x".repeat(10_000), ""])
    await beginTrace("request", async () => {}, { caller: given });
  await stopTracing();
  expect(collector.spans.map(({ links = [] }) => links.length)).toEqual([1, 0, 0, 0]);
});

test("a line of the log has its level, its error and the span that wrote it", async () => {
  await start();
  const err = { type: "Error", message: "no", stack: "at", code: "1" };
  await beginTrace("request", async () =>
    exportLine(JSON.stringify({ level: 50, time: 5, msg: "failed", job: "x", err })),
  );
  await stopTracing();
  const [span] = collector.spans;
  expect(collector.logs).toMatchObject([
    {
      severityText: "ERROR",
      body: "failed",
      traceId: span?.traceId,
      spanId: span?.spanId,
      attributes: { job: "x", "exception.type": "Error", "exception.message": "no", "exception.stacktrace": "at" },
    },
  ]);
});

test("the standard variables name the service and its resource", async () => {
  vi.stubEnv("OTEL_SERVICE_NAME", "gpu-cloud");
  await start();
  await beginTrace("request", async () => {});
  await stopTracing();
  expect(collector.spans[0]?.service).toBe("gpu-cloud");
});

const sockets = new Set<Socket>();
const silent = createServer((socket) => void sockets.add(socket.on("error", () => {})));
beforeAll(() => new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  silent.close();
});

const hang = () =>
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `http://127.0.0.1:${(silent.address() as { port: number }).port}`);

test("a collector that hangs: spans are dropped, and one line a minute says so", async () => {
  hang();
  vi.stubEnv("OTEL_EXPORTER_OTLP_TIMEOUT", "100");
  vi.stubEnv("OTEL_BSP_MAX_QUEUE_SIZE", "100");
  vi.stubEnv("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "10");
  await start();
  for (let at = 0; at < 5000; at += 1) await beginTrace("request", async () => {});
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1), { timeout: 60_000 });
  for (let at = 0; at < 500; at += 1) await beginTrace("request", async () => {});
  expect(warn).toHaveBeenCalledTimes(1);
});

test("a stop waits a second for a collector that hangs, not the ten of an export", async () => {
  hang();
  await start();
  await beginTrace("request", async () => {});
  const startedMs = performance.now();
  await stopTracing();
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});
