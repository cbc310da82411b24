import net from "node:net";
import { afterAll, afterEach, expect, test } from "vitest";
import { until } from "../support/until";
import { closeSockets, connectAgent, startWorker, type WorkerProcess } from "../support/worker-process";
import { aNode, theCatalogue } from "../support/world";

// The worker reaches its database through a connection that the test cuts.
const ends = new Set<net.Socket>();
const real = new URL(process.env["DATABASE_URL"] ?? "");
const line = net.createServer((client) => {
  const server = net.connect(Number(real.port), real.hostname);
  for (const end of [client, server]) {
    ends.add(end);
    end.on("error", () => {});
    end.on("close", () => ends.delete(end));
  }
  client.pipe(server).pipe(client);
});
let worker: WorkerProcess | null = null;

afterEach(closeSockets);
afterAll(async () => {
  await worker?.end("SIGKILL");
  await cut();
});

async function connect(port = 0): Promise<number> {
  await new Promise<void>((resolve) => void line.listen(port, "127.0.0.1", resolve));
  return (line.address() as net.AddressInfo).port;
}

async function cut(): Promise<void> {
  const closed = new Promise((resolve) => line.close(resolve));
  for (const end of ends) end.destroy();
  await closed;
}

test("an outage is one line per kind of work and one at its end, not a stack per message", async () => {
  await theCatalogue();
  const node = await aNode();
  const port = await connect();
  const through = new URL(real);
  through.host = `127.0.0.1:${port}`;
  worker = await startWorker({ DATABASE_URL: through.href, LOG_LEVEL: "info" });
  const socket = await connectAgent(worker, node);
  await cut();
  const message = { placement_id: crypto.randomUUID(), seq: 1, ts: 1, stream: "out", text: "hello" };
  for (let at = 0; at < 30; at += 1)
    expect(await socket.emitWithAck("logs", message)).toMatchObject({ retcode: "FAILED" });
  await connect(port);
  await until("messages to be taken", async () => (await socket.emitWithAck("logs", message)).retcode === "OK");
  const lines = () => (worker?.lines ?? []).filter((text) => text.includes("agents' messages could not be processed"));
  await until("the last line", () => lines().some((text) => text.includes("over")));
  const said = lines().map((text) => JSON.parse(text) as { msg: string; err?: unknown });
  expect(said.map(({ msg }) => msg)).toEqual([
    "agents' messages could not be processed: the database does not answer",
    "agents' messages could not be processed: over",
  ]);
  expect(said.filter(({ err }) => err)).toEqual([]);
});

test("a worker that starts without its database reports that in words, without a stack", async () => {
  const missing = new URL(real);
  missing.pathname = "/nowhere";
  const starting = await startWorker({ DATABASE_URL: missing.href, LOG_LEVEL: "info" });
  const failing = () => (starting.lines ?? []).filter((text) => text.includes('"err"'));
  await until("the word of every part", () =>
    ["job queue", "outbox", "failed, trying again"].every((part) => failing().some((text) => text.includes(part))),
  );
  await starting.end("SIGKILL");
  const why = "it has no database of that name. Make it, or correct DATABASE_URL.";
  const message = `The database at ${real.host}/nowhere cannot be used: ${why}`;
  for (const text of failing())
    expect((JSON.parse(text) as { err: unknown }).err).toEqual({ type: expect.any(String), message });
});
