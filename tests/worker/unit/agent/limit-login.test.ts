import { EventEmitter } from "node:events";
import type { Connection } from "ssh2";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limitLogin } from "../../../../worker/agent/ssh/limit-login";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

test.each([
  ["on which nobody logs in ends", "greeting", 1],
  ["goes on after its login", "ready", 0],
  ["that has closed is let go", "close", 0],
])("a connection %s", (_, event, ends) => {
  const client = new EventEmitter();
  const destroy = vi.fn();
  limitLogin(client as unknown as Connection, { destroy });
  client.emit(event);
  expect(vi.getTimerCount()).toBe(ends);
  vi.runAllTimers();
  expect(destroy).toHaveBeenCalledTimes(ends);
});
