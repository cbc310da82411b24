import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LoginLimit } from "../../../../worker/agent/ssh/limit-login";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const aSocket = () => Object.assign(new EventEmitter(), { destroy: vi.fn() }) as unknown as Socket;

test.each([
  ["on which nobody logs in ends", () => {}, 1],
  ["goes on after its login", (socket: Socket, limit: LoginLimit) => limit.end(socket), 0],
  ["that has closed is let go", (socket: Socket) => socket.emit("close"), 0],
])("a connection %s", (_, event, ends) => {
  const [limit, socket] = [new LoginLimit(), aSocket()];
  limit.begin(socket);
  event(socket, limit);
  expect(vi.getTimerCount()).toBe(ends);
  vi.runAllTimers();
  expect(socket.destroy).toHaveBeenCalledTimes(ends);
});

test("of many connections without a login the oldest end, and one with a login stays", () => {
  const limit = new LoginLimit();
  const [loggedIn, ...strangers] = Array.from({ length: 66 }, aSocket);
  if (loggedIn) limit.begin(loggedIn);
  if (loggedIn) limit.end(loggedIn);
  for (const socket of strangers) limit.begin(socket);
  expect(strangers.map(({ destroy }) => vi.mocked(destroy).mock.calls.length)).toEqual([1, ...Array(64).fill(0)]);
  expect(loggedIn?.destroy).not.toHaveBeenCalled();
});

test("a connection that sends too much before its login ends, and one with a login may send all it likes", () => {
  const limit = new LoginLimit();
  const [loggedIn, stranger] = [aSocket(), aSocket()];
  for (const socket of [loggedIn, stranger]) limit.begin(socket);
  limit.end(loggedIn);
  for (const bytesRead of [16_384, 16_385]) {
    expect(stranger.destroy).not.toHaveBeenCalled();
    for (const socket of [loggedIn, stranger]) Object.assign(socket, { bytesRead }).emit("data", Buffer.alloc(1));
  }
  expect(stranger.destroy).toHaveBeenCalledOnce();
  expect(loggedIn.destroy).not.toHaveBeenCalled();
});

test.each([
  ["address", () => "192.0.2.2"],
  ["line, of whose network it may use any address,", (at: number) => `2001:db8:0:1::${at.toString(16)}`],
])("of many, the oldest of the %s with the most connections ends", (_, addressOf) => {
  const limit = new LoginLimit();
  const [waits, ...strangers] = Array.from({ length: 65 }, aSocket);
  for (const [at, socket] of [waits, ...strangers].entries())
    limit.begin(Object.assign(socket ?? aSocket(), { remoteAddress: at === 0 ? "192.0.2.1" : addressOf(at) }));
  expect(waits?.destroy).not.toHaveBeenCalled();
  expect(strangers[0]?.destroy).toHaveBeenCalledOnce();
});
