import { expect, test } from "vitest";
import { commitLine } from "~/usage/inside/intake/commit-line";

/** A line whose transactions end when the test allows it. */
function aLine(given: { atOnce: number; parallel?: number }) {
  const open: { asks: readonly number[]; end: () => void }[] = [];
  const ask = commitLine({
    ...given,
    sizeOf: (size: number) => size,
    together: (asks: readonly number[]) =>
      new Promise<number[]>((done) => open.push({ asks, end: () => done(asks.map((one) => one * 10)) })),
  });
  return { open, ask };
}

const turn = () => new Promise(setImmediate);

test("requests during a transaction wait and share the next one", async () => {
  const { open, ask } = aLine({ atOnce: 10 });
  const first = ask(1);
  await turn();
  const others = [ask(2), ask(7), ask(3), ask(9)];
  await turn();
  expect(open.map(({ asks }) => asks)).toEqual([[1]]);
  open[0]?.end();
  expect(await first).toBe(10);
  await turn();
  expect(open.map(({ asks }) => asks)).toEqual([[1], [2, 7, 3]]);
  open[1]?.end();
  expect(await Promise.all(others.slice(0, 3))).toEqual([20, 70, 30]);
  await turn();
  open[2]?.end();
  expect(await others[3]).toBe(90);
});

test("a second transaction starts in parallel only with a full load, and no third", async () => {
  const { open, ask } = aLine({ atOnce: 10, parallel: 2 });
  const answers = [ask(4)];
  await turn();
  answers.push(ask(4), ask(5));
  await turn();
  expect(open.map(({ asks }) => asks)).toEqual([[4]]);
  answers.push(ask(1));
  await turn();
  expect(open.map(({ asks }) => asks)).toEqual([[4], [4, 5, 1]]);
  answers.push(ask(10), ask(3));
  await turn();
  expect(open).toHaveLength(2);
  open[1]?.end();
  await turn();
  expect(open.map(({ asks }) => asks)).toEqual([[4], [4, 5, 1], [10]]);
  open[2]?.end();
  await turn();
  // The rest does not fill a transaction, so it waits for the first.
  expect(open).toHaveLength(3);
  open[0]?.end();
  await turn();
  open[3]?.end();
  expect(await Promise.all(answers)).toEqual([40, 40, 50, 10, 100, 30]);
});

test("a failed shared transaction is retried one by one, and only the bad request fails", async () => {
  const ask = commitLine({
    sizeOf: () => 1,
    atOnce: 10,
    parallel: 2,
    together: async (asks: readonly string[]) => {
      if (asks.includes("bad")) throw new Error("cannot be stored");
      return asks.map((one) => one.toUpperCase());
    },
  });
  const answers = await Promise.allSettled(["a", "bad", "b"].map((one) => ask(one)));
  expect(answers.map((one) => (one.status === "fulfilled" ? one.value : String(one.reason)))).toEqual([
    "A",
    "Error: cannot be stored",
    "B",
  ]);
});

test("a request beyond the longest line is refused at once, and a shorter line takes requests again", async () => {
  const open: (() => void)[] = [];
  const ask = commitLine({
    sizeOf: (size: number) => size,
    atOnce: 10,
    together: (asks: readonly number[]) => new Promise<number[]>((done) => open.push(() => done([...asks]))),
    waitingMax: 20,
    full: () => new Error("full"),
  });
  const first = ask(10);
  await turn();
  const others = [ask(10), ask(10)];
  await expect(ask(1)).rejects.toThrow("full");
  open[0]?.();
  await first;
  await turn();
  const later = ask(1);
  for (const at of [1, 2, 3]) {
    open[at]?.();
    await turn();
  }
  expect(await Promise.all([...others, later])).toEqual([10, 10, 1]);
});

/** A line of senders, each named in its requests, whose transactions take 4 and end when the test allows it. */
function aSharedLine(waitingMax: number) {
  const open: { asks: readonly string[]; end: () => void }[] = [];
  const ask = commitLine({
    sizeOf: (name: string) => name.length - 1,
    senderOf: (name) => name[0],
    atOnce: 4,
    together: (asks: readonly string[]) =>
      new Promise<string[]>((done) => open.push({ asks, end: () => done([...asks]) })),
    waitingMax,
    full: (came, first) => new Error(`${came} refused: ${first}`),
  });
  const endAll = async () => {
    for (let at = 0; at < open.length; at += 1) {
      open[at]?.end();
      await turn();
    }
    return open.map(({ asks }) => asks.join(" "));
  };
  return { ask, endAll };
}

test("senders take turns by size: a sender with little does not wait behind the long line of another", async () => {
  const { ask, endAll } = aSharedLine(20);
  const answers = [ask("a000")];
  await turn();
  for (const name of ["a11", "a22", "a33", "a44", "b1", "b2", "c11", "b3"]) answers.push(ask(name));
  expect(await endAll()).toEqual(["a000", "b1 c11 b2", "b3 a11 a22", "a33 a44"]);
  await Promise.all(answers);
});

test("in a full line the sender with most makes room, and others are accepted", async () => {
  const { ask, endAll } = aSharedLine(12);
  const first = ask("a0");
  await turn();
  const busy = ["a111", "a222", "a333", "a444"].map((name) => ask(name).catch(String));
  const quiet = ["b1", "b2", "b3"].map((name) => ask(name));
  await expect(ask("a5")).rejects.toThrow("a5 refused: a111");
  const late = [ask("c11"), ask("c2")];
  await expect(ask("c3333333")).rejects.toThrow("c3333333 refused: c11");
  await endAll();
  expect(await Promise.all([first, ...quiet, ...late])).toEqual(["a0", "b1", "b2", "b3", "c11", "c2"]);
  const refused = ["Error: c11 refused: a111", "Error: b1 refused: a111"];
  expect(await Promise.all(busy)).toEqual(["a111", "a222", ...refused]);
});

test("a sender that sends its next batch after each answer has no more turns than one with a line of its own", async () => {
  const { ask, endAll } = aSharedLine(100);
  const first = ask("a000");
  await turn();
  let left = 40;
  const repeat = async (name: string): Promise<void> => {
    await ask(name);
    left -= 1;
    if (left > 0) await repeat(name);
  };
  const quick = ["b11", "c11", "d11", "e11"].map(repeat);
  const slow = ["a11", "a22", "a33"].map((name) => ask(name));
  const order = await endAll();
  await Promise.all([first, ...quick, ...slow]);
  // Each of five senders has every fifth batch.
  expect(order.findIndex((asks) => asks.includes("a33"))).toBeLessThan(11);
});
