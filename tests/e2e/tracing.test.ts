import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Collector, type CollectedSpan } from "../support/collector";
import { until } from "../support/until";
import { call, type Job, jobNamed } from "./support/api";
import { useBrowser } from "./support/browser";
import { launchProduct, type LaunchedProduct, ONE_THREAD } from "./support/launch-product";
import { logIn, showApiKey } from "./support/people";
import { startOneWeb } from "./support/one-web";
import { makeKeyPair, ssh, type KeyPair } from "./support/ssh";

const { visitor } = useBrowser();
const dataDir = mkdtempSync(join(tmpdir(), "millrace-tracing-"));
const collector = new Collector();
const SECRET = "collector-secret-1";
const TASK = "traced-task";
const MODEL = "traced-model-7b";
/** Of a request from outside that wants to choose the trace. */
const OUTSIDE = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
let endpoint: string;
let product: LaunchedProduct;
let customer: string;
let admin: string;
let pair: KeyPair;

beforeAll(async () => {
  endpoint = await collector.listen();
  product = await launchProduct(dataDir, ".", {
    ...ONE_THREAD,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: `x-collector-key=${SECRET}`,
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
    OTEL_BSP_SCHEDULE_DELAY: "200",
    OTEL_BLRP_SCHEDULE_DELAY: "200",
  });
  [customer, admin] = [await keyOf("customer"), await keyOf("admin")];
  pair = await makeKeyPair();
});
afterAll(async () => {
  await product.stop();
  collector.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test("A request is one trace: from the browser to its loader and each SQL statement, with its log line", async () => {
  const page = await visitor({ origin: product.origin });
  await logIn(page, "customer");
  const { headers } = await page.request
    .get("/tasks", {
      headers: { traceparent: `00-${OUTSIDE.traceId}-${OUTSIDE.spanId}-01` },
    })
    .then((answer) => ({ headers: answer.headers() }));
  const request = await collector.span(
    "the request",
    ({ attributes }) => attributes["millrace.request_id"] === headers["x-request-id"],
  );
  expect(request).toMatchObject({
    service: "millrace-web",
    name: "GET /tasks",
    kind: 2,
    attributes: { "http.request.method": "GET", "http.route": "/tasks", "http.response.status_code": 200 },
  });
  // A caller's trace is linked, and never continued.
  expect(request.parentSpanId).toBeUndefined();
  expect(request.traceId).not.toBe(OUTSIDE.traceId);
  expect(request.links).toMatchObject([OUTSIDE]);
  const loader = await collector.span(
    "the loader",
    (span) => isBelow(request, span) && /^loader compute/.test(span.name),
  );
  const statement = await collector.span("a statement", (span) => isBelow(loader, span) && span.kind === 3);
  expect(statement.attributes).toMatchObject({
    "db.system.name": "postgresql",
    "db.query.text": expect.stringMatching(/^\(?(select|with)\b/),
  });
  const line = await until("its log line", () => collector.logs.find(({ spanId }) => spanId === request.spanId));
  expect(line).toMatchObject({ traceId: request.traceId, severityText: "INFO", body: "answered" });
  expect(collector.headers.every((one) => one["x-collector-key"] === SECRET)).toBe(true);
});

test("A task is one trace across web, worker and agent: its id is the task's", async () => {
  await call("/v1/ssh-public-key-upload", post(customer, { ssh_public_key: pair.publicKey }));
  const body = { task_name: TASK, gpu_type: "a5000", gpu_min: 1, enqueue: true, agree: true };
  const { json } = await call("/v1/reserve", post(customer, body));
  expect([json["retcode"], json["human_readable_message"]]).toEqual(["OK", expect.any(String)]);
  const job = await untilJob((one) => one.state === "running" && one.ssh_addr !== "");
  expect((await ssh(job.ssh_addr, pair, "echo hello")).out).toBe("hello\n");
  await call("/v1/delete", post(customer, { task_name: TASK }));
  await untilJob((one) => one.state === "killed");
  const traceId = job.resv_guid.replaceAll("-", "");
  await collector.span("the end", (span) => span.traceId === traceId && span.name === "stop");
  const spans = collector.trace(traceId);
  expect(Object.fromEntries(Object.entries(spans).map(([name, { service }]) => [name, service]))).toEqual({
    "reserve task": "millrace-web",
    "wait in queue": "millrace-worker",
    "hand over to nodes": "millrace-worker",
    "start on node": "millrace-agent",
    "wait for SSH": "millrace-agent",
    "start until SSH answers": "millrace-worker",
    run: "millrace-web",
    stop: "millrace-worker",
  });
  const { "reserve task": reserved, ...steps } = spans;
  expect(reserved?.parentSpanId).toBeUndefined();
  for (const step of Object.values(steps))
    expect([step.name, step.parentSpanId]).toEqual([step.name, reserved?.spanId]);
  const request = await linked(reserved);
  expect(request.name).toBe("POST /v1/reserve");
  // The transaction that stored the task leads back to it.
  expect(collector.trace(request.traceId)["transaction"]?.links).toMatchObject([{ traceId, spanId: reserved?.spanId }]);
  expect(await linked(spans["wait in queue"])).toMatchObject({ name: "tick scheduler" });
  expect(await linked(spans["run"])).toMatchObject({ name: "POST /v1/delete" });
});

test("A batch of usage is traced from its request to the sums", async () => {
  const event = {
    key: "traced-1",
    ts: Date.now() / 1000,
    model: MODEL,
    user: "customer@millrace.example",
    kind: "chat",
  };
  expect((await call("/v1/usage", post(admin, { events: [event] }))).json).toMatchObject({ accepted: 1 });
  const stored = await collector.span(
    "the batch",
    ({ name, service }) => name === "store usage batch" && service === "millrace-web",
  );
  const summed = await collector.span("the sums", (span) => isBelow(stored, span) && span.name === "wait for the sums");
  expect(summed.service).toBe("millrace-worker");
  expect(await linked(summed)).toMatchObject({ name: "tick usage" });
  const request = await linked(stored);
  expect(request.name).toBe("POST /v1/usage");
  const within = collector.trace(request.traceId);
  expect(within["copy usage_event"]?.parentSpanId).toBe(within["transaction"]?.spanId);
  expect(within["transaction"]?.parentSpanId).toBe(within["store usage events"]?.spanId);
  expect(within["read usage events"]?.parentSpanId).toBe(within["store usage events"]?.parentSpanId);
});

test("Nothing that was sent to the collector has a value, a secret or an address", async () => {
  await collector.span("a job", ({ name }) => name.startsWith("job "));
  const all = collector.bodies.join("\n");
  for (const secret of [customer, admin, pair.publicKey.split(" ")[1], "millrace-demo", SECRET, TASK, MODEL])
    expect(all).not.toContain(secret);
  expect(all).not.toMatch(/[\w.]+@millrace\.example/);
});

test("Beats that did nothing are not sent", () => {
  const beats = collector.spans.filter(({ name, parentSpanId }) => !parentSpanId && /^(tick|beat) /.test(name));
  for (const { name, attributes, links = [], startTimeUnixNano, endTimeUnixNano, status } of beats) {
    const didSomething = links.length > 0 || Object.keys(attributes).length > 0 || status.code === 2;
    const tookMs = Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6;
    expect([name, didSomething || tookMs > 1000]).toEqual([name, true]);
  }
});

describe("A collector that is away or hangs", () => {
  const sockets = new Set<Socket>();
  let silent: Server;
  beforeAll(async () => {
    silent = createServer((socket) => void sockets.add(socket.on("error", () => {})));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  test.each(["away", "hangs"])("%s: pages are answered, and a stop is as fast", async (how) => {
    const { port } = silent.address() as { port: number };
    const web = await startOneWeb({
      DATABASE_URL: product.databaseUrl(),
      OTEL_EXPORTER_OTLP_ENDPOINT: how === "away" ? "http://127.0.0.1:9" : `http://127.0.0.1:${port}`,
      OTEL_BSP_SCHEDULE_DELAY: "50",
      OTEL_BSP_MAX_QUEUE_SIZE: "64",
      OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "16",
    });
    for (let batch = 0; batch < 20; batch += 1) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => fetch(`${web.origin}/pricing`)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      await Promise.all(answers.map((answer) => answer.text()));
    }
    const startedMs = performance.now();
    await web.stop();
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });
});

async function keyOf(who: "customer" | "admin"): Promise<string> {
  const page = await visitor({ origin: product.origin });
  await logIn(page, who);
  const key = await showApiKey(page);
  await page.close();
  return key;
}

function post(key: string, body: unknown) {
  return { key, method: "POST", body, origin: product.origin };
}

async function untilJob(matches: (job: Job) => boolean): Promise<Job> {
  return await until("the task", async () => {
    const job = await jobNamed(customer, TASK, product.origin);
    return job && matches(job) ? job : null;
  });
}

function isBelow(parent: CollectedSpan, { traceId, parentSpanId }: CollectedSpan): boolean {
  return traceId === parent.traceId && parentSpanId === parent.spanId;
}

/** The first span of the trace that a span is linked with. */
async function linked(span: CollectedSpan | undefined): Promise<CollectedSpan> {
  const traceId = span?.links?.[0]?.traceId;
  return await collector.span(
    `what ${span?.name} is linked with`,
    (one) => one.traceId === traceId && !one.parentSpanId,
  );
}
