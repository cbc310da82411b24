import { EventEmitter } from "node:events";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ReceiveWindow, SendWindow, WINDOW_BYTES } from "~/fleet/agent-window";
import { Link, type Wire } from "../../../../worker/streams/link";
import type { LinkStream } from "../../../../worker/streams/link-stream";

test("in any order of turns at most one window is in flight, and all bytes arrive", () => {
  const step = fc.record({ send: fc.nat(2 * WINDOW_BYTES), take: fc.nat(WINDOW_BYTES) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 50 }), (steps) => {
      const [sending, receiving] = [new SendWindow(), new ReceiveWindow()];
      let held = 0;
      let [sent, taken] = [0, 0];
      for (const { send, take } of steps) {
        const bytes = sending.take(send);
        sent += bytes;
        held += bytes;
        expect(receiving.arrived(bytes)).toBe(true);
        expect(held).toBeLessThanOrEqual(WINDOW_BYTES);
        const drawn = Math.min(take, held);
        held -= drawn;
        taken += drawn;
        const given = receiving.take(drawn);
        if (given > 0) expect(sending.give(given)).toBe(true);
      }
      // Once everything is read there is room again, so nothing waits for ever.
      const given = receiving.take(held);
      if (given > 0) sending.give(given);
      expect(taken + held).toBe(sent);
      expect(sending.take(WINDOW_BYTES)).toBeGreaterThanOrEqual(WINDOW_BYTES / 2);
    }),
  );
});

test.each([-1, 0, 1.5, NaN, "7", null, WINDOW_BYTES])("returning %s to an unused window is refused", (bytes) => {
  expect(new SendWindow().give(bytes)).toBe(false);
});

class End extends EventEmitter {
  connected = true;
  other!: End;
  readonly said: unknown[][] = [];

  override emit(name: string, ...given: unknown[]): boolean {
    this.said.push([name, ...given]);
    // As on a network: later, and as a copy of the bytes.
    setImmediate(() =>
      this.other.hear(
        name,
        given.map((one) => (one instanceof Uint8Array ? Buffer.from(one) : one)),
      ),
    );
    return true;
  }

  disconnect(): void {
    this.connected = false;
    this.hear("disconnect", []);
  }

  hear(name: string, given: unknown[]): void {
    super.emit(name, ...given);
  }
}

function aWire(): { near: End; far: End } {
  const [near, far] = [new End(), new End()];
  near.other = far;
  far.other = near;
  return { near, far };
}

const asWire = (end: End) => end as unknown as Wire;

async function joined(): Promise<{ near: LinkStream; far: LinkStream; wire: ReturnType<typeof aWire>; link: Link }> {
  const wire = aWire();
  let far!: LinkStream;
  new Link(asWire(wire.far), async (_, stream) => ((far = stream), true));
  const link = new Link(asWire(wire.near), null);
  const near = await link.open("please");
  return { near, far, wire, link };
}

test("bytes written at one end are read at the other, unchanged, in both directions at once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 300_000 }), { maxLength: 8 }),
      fc.array(fc.uint8Array({ maxLength: 300_000 }), { maxLength: 8 }),
      async (there, back) => {
        const { near, far, link } = await joined();
        const read = Promise.all([buffer(far), buffer(near)]);
        for (const part of there) near.write(part);
        for (const part of back) far.write(part);
        near.end();
        far.end();
        const [atFar, atNear] = await read;
        expect(atFar.equals(Buffer.concat(there))).toBe(true);
        expect(atNear.equals(Buffer.concat(back))).toBe(true);
        while (link.count > 0) await new Promise((resolve) => setImmediate(resolve));
      },
    ),
    { numRuns: 25 },
  );
});

test("a sleeping reader gets one window, and the rest when it wakes", async () => {
  const { near, far, wire } = await joined();
  const all = Buffer.alloc(4 * WINDOW_BYTES, 7);
  near.end(all);
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  const sent = () =>
    wire.near.said.reduce((sum, [name, , bytes]) => sum + (name === "data" ? (bytes as Uint8Array).length : 0), 0);
  expect(sent()).toBeLessThanOrEqual(WINDOW_BYTES);
  expect((await buffer(far)).equals(all)).toBe(true);
});

test("data beyond the window, or of another type, ends only its stream", async () => {
  for (const given of [Buffer.alloc(WINDOW_BYTES + 1), "text", null, { length: 1 }]) {
    const { near, far, wire, link } = await joined();
    const closed = new Promise((resolve) => near.once("close", resolve));
    wire.far.emit("data", 1, given);
    wire.far.emit("data", 99, given);
    wire.far.emit("taken", 1, "x");
    await closed;
    expect(link.count).toBe(0);
    await new Promise<void>((resolve) => (far.destroyed ? resolve() : far.once("close", () => resolve())));
  }
});

test("a message of a stream without a number is of none, and stops nobody", async () => {
  const { near, wire } = await joined();
  for (const id of [{ toString: 1 }, { valueOf: 1, toString: 1 }, null, undefined, "1", [1], NaN, -1])
    for (const end of [wire.near, wire.far])
      for (const name of ["open", "opened", "data", "taken", "end", "close", "control"])
        expect(() => end.hear(name, [id, Buffer.alloc(1)])).not.toThrow();
  near.write("x");
  expect(near.destroyed).toBe(false);
});

test("empty messages end the stream: no window bounds their number", async () => {
  const { near, wire } = await joined();
  const closed = new Promise((resolve) => near.once("close", resolve));
  wire.far.emit("data", 1, Buffer.alloc(0));
  await closed;
});

test("a lost socket ends its streams, and the next one gets no message of them", async () => {
  const { near, wire, link } = await joined();
  wire.near.connected = false;
  wire.near.hear("disconnect", []);
  expect(near.destroyed).toBe(true);
  const said = wire.near.said.length;
  await expect(link.open("again")).rejects.toThrow("gone");
  expect(wire.near.said.length).toBe(said);
});

test("a side that sends without end to no stream is disconnected", async () => {
  const { wire, near } = await joined();
  for (let at = 0; at < 3; at += 1) wire.far.emit("data", 99, Buffer.alloc(WINDOW_BYTES));
  await new Promise((resolve) => near.once("close", resolve));
  expect(wire.near.connected).toBe(false);
});

test("single bytes of a program may still be in flight when its stream has ended", async () => {
  const { near, far, wire } = await joined();
  near.destroy();
  for (let at = 0; at < 5_000; at += 1) wire.far.emit("data", 1, Buffer.alloc(1));
  await new Promise((resolve) => far.once("close", resolve));
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(wire.near.connected).toBe(true);
});

test("a refusal gives its reason", async () => {
  const wire = aWire();
  new Link(asWire(wire.far), async () => "no_listener");
  await expect(new Link(asWire(wire.near), null).open("please")).rejects.toThrow("no_listener");
});
