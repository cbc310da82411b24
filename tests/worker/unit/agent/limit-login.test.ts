import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limitLogin } from "../../../../worker/agent/ssh/limit-login";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

test.each([
  ["on which nobody logs in ends", () => {}, 1],
  ["goes on after its login", (_: EventEmitter, inTime: () => void) => inTime(), 0],
  ["that has closed is let go", (socket: EventEmitter) => socket.emit("close"), 0],
])("a connection %s", (_, event, ends) => {
  const destroy = vi.fn();
  const socket = Object.assign(new EventEmitter(), { destroy });
  event(socket, limitLogin(socket as unknown as Socket));
  expect(vi.getTimerCount()).toBe(ends);
  vi.runAllTimers();
  expect(destroy).toHaveBeenCalledTimes(ends);
});
