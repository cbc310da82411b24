import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { until } from "../support/until";
import { aNode, aTenant, theCatalogue } from "../support/world";
import { closeSockets, logIn, startWorker } from "../support/worker-process";
import type { WorkerProcess } from "../support/worker-process";

const HANDSHAKES = 20;
const PER_NETWORK = 8;
const PER_USER = 3;

let worker: WorkerProcess;
const proxied: Socket[] = [];

beforeAll(async () => {
  await theCatalogue();
  worker = await startWorker({
    TRUSTED_PROXIES: "1",
    RATE_HANDSHAKES_PER_MIN: String(HANDSHAKES),
    SOCKETS_PER_NETWORK: String(PER_NETWORK),
    SOCKETS_PER_USER: String(PER_USER),
  });
});
afterEach(() => {
  closeSockets();
  for (const socket of proxied.splice(0)) socket.disconnect();
});
afterAll(() => worker?.end());

/** A socket of somebody at that address. */
function knock(address: string, namespace: string, more: { cookie?: string; auth?: object } = {}): Socket {
  const socket = io(`${worker.origin}${namespace}`, {
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    auth: more.auth ?? {},
    extraHeaders: {
      "x-forwarded-for": address,
      ...(more.cookie ? { cookie: `millrace_session=${more.cookie}` } : {}),
    },
  });
  proxied.push(socket);
  return socket;
}

/** `in`, or the word of the refusal. */
async function answerTo(socket: Socket): Promise<string> {
  return await new Promise((resolve) => {
    socket.once("connect", () => resolve("in"));
    socket.once("connect_error", ({ message }) => resolve(message));
  });
}

test("a network has a limit of sockets; other networks are free, and a closed socket frees its place", async () => {
  const first = await Promise.all(
    Array.from({ length: PER_NETWORK }, () => answerTo(knock("198.51.100.1", "/public"))),
  );
  expect(first).toEqual(Array(PER_NETWORK).fill("in"));
  expect(await answerTo(knock("198.51.100.1", "/public"))).toBe("websocket error");
  expect(await answerTo(knock("198.51.100.2", "/public"))).toBe("in");
  proxied[0]?.disconnect();
  await until("room", async () => (await answerTo(knock("198.51.100.1", "/public"))) === "in");
});

test("beyond its handshakes of a minute no client of a network is looked up, not even with a valid session", async () => {
  const { userId } = await aTenant({ dollars: 0 });
  const { cookie } = await logIn({ userId });
  const words: string[] = [];
  for (let at = 0; at < HANDSHAKES; at += 1) {
    // The same connection of a customer: a /64 has too many addresses to count each.
    const socket = knock(`2001:db8:1:2::${at.toString(16)}`, "/customer", { cookie: "guess" });
    words.push(await answerTo(socket));
    socket.disconnect();
  }
  // A connection costs one, and so does the refusal.
  expect(words).toEqual([
    ...Array<string>(HANDSHAKES / 2).fill("unauthorized"),
    ...Array<string>(HANDSHAKES / 2).fill("websocket error"),
  ]);
  expect(await answerTo(knock("2001:db8:1:2:ffff::1", "/customer", { cookie }))).toBe("websocket error");
  expect(await answerTo(knock("2001:db8:1:3::1", "/customer", { cookie }))).toBe("in");
});

test("a connection that is refused repeatedly is closed", async () => {
  const socket = knock("198.51.100.7", "/public");
  await answerTo(socket);
  const closed = new Promise((resolve) => socket.once("disconnect", resolve));
  for (let at = 0; at < 20; at += 1) {
    const other = socket.io.socket("/agent", {
      auth: { node_name: "x", agent_key: `mra_${at}`, boot_id: "b" },
    });
    other.connect();
    await Promise.race([answerTo(other), closed]);
    other.disconnect();
    if (!socket.connected) break;
  }
  await closed;
});

test("a user has a limit of open pages across all networks", async () => {
  const { userId } = await aTenant({ dollars: 0 });
  const { cookie } = await logIn({ userId });
  for (let at = 0; at < PER_USER; at += 1)
    expect(await answerTo(knock(`198.51.101.${at}`, "/customer", { cookie }))).toBe("in");
  expect(await answerTo(knock("198.51.101.99", "/customer", { cookie }))).toBe("too_many");
  const other = await logIn(await aTenant({ dollars: 0 }));
  expect(await answerTo(knock("198.51.101.99", "/customer", { cookie: other.cookie }))).toBe("in");
});

test("nodes with their own keys are not strangers: a large site may have one address", async () => {
  const nodes = await Promise.all(Array.from({ length: 2 * PER_NETWORK + HANDSHAKES }, () => aNode()));
  for (const { nodeName, agentKey } of nodes) {
    const auth = { node_name: nodeName, agent_key: agentKey, boot_id: "b" };
    expect(await answerTo(knock("198.51.102.1", "/agent", { auth }))).toBe("in");
  }
});
