import { expect, test } from "vitest";
import { NewestOnly } from "../../../../worker/live/newest-only";

/** Work that ends when the test allows it. */
function held() {
  const begun: string[] = [];
  const ends: ((answer: string) => void)[] = [];
  const only = new NewestOnly<number, string, string>((_, given) => {
    begun.push(given);
    return new Promise((resolve, reject) =>
      ends.push((answer) => (answer === "fail" ? reject(new Error(answer)) : resolve(answer))),
    );
  });
  return { only, begun, end: (answer: string) => ends.shift()?.(answer) };
}

test("of a flood for one key only the newest runs, and answers all; another key does not wait", async () => {
  const { only, begun, end } = held();
  const first = only.do(1, "a");
  const rest = ["b", "c", "d"].map((given) => only.do(1, given));
  const other = only.do(2, "x");
  expect(begun).toEqual(["a", "x"]);
  end("A");
  expect(await first).toBe("A");
  end("X");
  expect(await other).toBe("X");
  expect(begun).toEqual(["a", "x", "d"]);
  end("D");
  expect(await Promise.all(rest)).toEqual(["D", "D", "D"]);
});

test("a failure concerns only its own work, and later work begins at once", async () => {
  const { only, begun, end } = held();
  const first = only.do(1, "a");
  const second = only.do(1, "b");
  end("fail");
  await expect(first).rejects.toThrow("fail");
  end("B");
  expect(await second).toBe("B");
  const third = only.do(1, "c");
  expect(begun).toEqual(["a", "b", "c"]);
  end("C");
  expect(await third).toBe("C");
});

test("of two that wait the newest counts, also where the older one comes last", async () => {
  const begun: number[] = [];
  let end = () => {};
  const only = new NewestOnly<string, number, void>(
    async (_, given) => {
      begun.push(given);
      if (given === 1) await new Promise<void>((resolve) => (end = resolve));
    },
    (given, than) => given < than,
  );
  const all = [1, 3, 2].map((given) => only.do("node", given));
  end();
  await Promise.all(all);
  expect(begun).toEqual([1, 3]);
});
