import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";
import { Manager } from "socket.io-client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Connection, openConnection } from "~/platform/live/connection";
import type { LiveEntity, LiveEvent } from "~/platform/live/events";
import { until } from "../../../support/until";

let http: HttpServer;
let io: Server;
let origin: string;
/** The messages with which the next attempts are refused. */
let refusals: string[];
let attempts: number;
let connection: Connection;

beforeEach(async () => {
  http = createServer();
  io = new Server(http, { transports: ["websocket"] });
  refusals = [];
  attempts = 0;
  io.of("/customer").use((_socket, next) => {
    attempts += 1;
    const refusal = refusals.shift();
    next(refusal ? new Error(refusal) : undefined);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterEach(async () => {
  connection.close();
  await io.close();
});

const hooks = { onChange: () => {}, onResync: () => {} };
const load = async (at: string) => new Manager(at, { transports: ["websocket"], forceNew: true });
const isUp = () => connection.isUp("/customer");

describe("The page's connection", () => {
  it("reconnects after the server refused it for a while", async () => {
    refusals = ["busy"];
    connection = openConnection(origin, hooks, load);
    connection.listen("/customer", "task", () => {});
    expect(connection.isWhole()).toBe(false);
    await until("the socket to be up", isUp);
    expect(connection.isWhole()).toBe(true);
    expect(attempts).toBe(2);
  });

  it.each(["unauthorized", "forbidden"])("stops when it is refused permanently (%s)", async (word) => {
    refusals = [word];
    let busy = true;
    io.of("/operator").use((_socket, next) => {
      next(busy ? new Error("busy") : undefined);
      busy = false;
    });
    connection = openConnection(origin, hooks, load);
    connection.listen("/customer", "task", () => {});
    connection.listen("/operator", "node", () => {});
    // Refused after the other one, so by then the other one would also have come back.
    await until("the socket refused for a while to be up", () => connection.isUp("/operator"));
    expect(connection.isWhole()).toBe(false);
    expect(attempts).toBe(1);
  });

  it("reconnects when the server closed it and its session is valid", async () => {
    connection = openConnection(origin, hooks, load);
    connection.listen("/customer", "task", () => {});
    await until("the socket to be up", isUp);
    io.of("/customer").disconnectSockets(true);
    await until("it to be down and up again", () => attempts === 2 && isUp());
  });

  it("connects later when its script did not load at first", async () => {
    let loads = 0;
    connection = openConnection(origin, hooks, async (at) => {
      loads += 1;
      if (loads === 1) throw new Error("the script did not come");
      return await load(at);
    });
    connection.listen("/customer", "task", () => {});
    await until("the socket to be up", isUp);
    expect(loads).toBe(2);
  });

  it("is interrupted only while figures are listened for and it is down", async () => {
    refusals = ["unauthorized"];
    connection = openConnection(origin, hooks, load);
    connection.listen("/customer", "notification", () => {});
    await until("the attempt", () => attempts === 1);
    expect(connection.isInterrupted(0)).toBe(false);
    const stop = connection.listen("/customer", "task", () => {});
    expect(connection.isInterrupted(0)).toBe(true);
    expect(connection.isInterrupted(60_000)).toBe(false);
    stop();
    expect(connection.isInterrupted(0)).toBe(false);
  });

  it("gives a late listener the newest event of each row of the last minute, and no old news", async () => {
    connection = openConnection(origin, hooks, load);
    const first: LiveEvent[] = [];
    connection.listen("/customer", "balance", (event) => first.push(event));
    await until("the socket to be up", isUp);
    const send = (entity: LiveEntity, key: string, version: number, ts: number) =>
      io.of("/customer").emit(entity, { entity, key, version, ts, data: {} });
    send("task", "long ago", 1, 1_000);
    send("task", "now", 1, 1_050);
    send("task", "now", 3, 1_061);
    // Two workers may overtake each other.
    send("task", "now", 2, 1_061);
    send("notification", "news", 1, 1_061);
    send("balance", "customer", 1, 1_061);
    await until("the last event", () => first.length === 1);
    const late: LiveEvent[] = [];
    connection.listen("/customer", "task", (event) => late.push(event));
    connection.listen("/customer", "notification", (event) => late.push(event));
    expect(late.map(({ key, version }) => [key, version])).toEqual([["now", 3]]);
  });
});
