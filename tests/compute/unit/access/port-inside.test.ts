import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { PORTS_SOCKET, servePorts } from "../../../../worker/agent/ssh/ports";
import { openPortInside } from "../../../../worker/agent/access/port-inside";
import { until } from "../../../support/until";

const cleanUps: (() => void)[] = [];

afterEach(() => cleanUps.splice(0).forEach((cleanUp) => cleanUp()));

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "run-"));
  cleanUps.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A folder `run` with the socket of a task's own server. */
async function aTask(): Promise<string> {
  const folder = aFolder();
  const door = servePorts(join(folder, PORTS_SOCKET));
  cleanUps.push(() => door.close());
  await until("the socket", () => existsSync(join(folder, PORTS_SOCKET)));
  return folder;
}

/** A folder in which root of the task has replaced that socket by its own program. */
async function aTaskThatAnswers(answer: (socket: Socket) => void): Promise<string> {
  const folder = aFolder();
  await listening(createServer(answer), join(folder, PORTS_SOCKET));
  return folder;
}

async function listening(server: Server, at: string | { port: number; host: string }): Promise<Server> {
  server.listen(at);
  cleanUps.push(() => server.close());
  await once(server, "listening");
  return server;
}

async function aProgram(host: string, answer: (socket: Socket) => void): Promise<number> {
  const server = await listening(createServer({ allowHalfOpen: true }, answer), { port: 0, host });
  return (server.address() as AddressInfo).port;
}

async function textOf(socket: Socket | null): Promise<string> {
  let text = "";
  for await (const chunk of socket ?? []) text += String(chunk);
  return text;
}

test.each(["127.0.0.1", "::1"])(
  "a listener at %s in the task is reached, in both directions and to the end",
  async (host) => {
    const port = await aProgram(host, (socket) => {
      socket.write("first ");
      socket.on("data", (data) => socket.end(`heard ${String(data)}`));
    });
    const socket = await openPortInside(await aTask(), port);
    socket?.write("hello");
    expect(await textOf(socket)).toBe("first heard hello");
  },
);

test("a client that leaves ends the connection to the program", async () => {
  let ended = false;
  const port = await aProgram(
    "127.0.0.1",
    (socket) =>
      void socket
        .on("close", () => (ended = true))
        .end()
        .resume(),
  );
  const socket = await openPortInside(await aTask(), port);
  socket?.destroy();
  await until("the program to be left alone", () => ended);
});

test("a port without a listener gets that answer", async () => {
  const server = await listening(createServer(), { port: 0, host: "127.0.0.1" });
  const { port } = server.address() as AddressInfo;
  server.close();
  await expect(openPortInside(await aTask(), port)).rejects.toThrow("no_listener");
});

test("a task's port cannot be opened without its socket, or with a symbolic link in its place", async () => {
  const folder = aFolder();
  expect(await openPortInside(folder, 80)).toBeNull();
  const other = await aTask();
  symlinkSync(join(other, PORTS_SOCKET), join(folder, PORTS_SOCKET));
  expect(await openPortInside(folder, 80)).toBeNull();
});

test.each([
  { what: "says nothing", answer: () => {} },
  { what: "hangs up", answer: (socket: Socket) => void socket.destroy() },
  { what: "talks without end", answer: (socket: Socket) => void socket.on("error", () => {}).write("x".repeat(1e6)) },
])("one in its place that $what is abandoned", async ({ answer }) => {
  await expect(openPortInside(await aTaskThatAnswers(answer), 80, 300)).rejects.toThrow("failed");
});
