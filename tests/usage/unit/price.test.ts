import fc from "fast-check";
import { expect, test } from "vitest";
import { coinsOf, type ModelPrice, priceAt } from "~/usage/model-price";

const figures = (prompt: number) => ({ prompt: BigInt(prompt), generated: 0n, cacheRead: 0n, cacheCreation: 0n });
const price = (id: number, model: string, fromAt: number, prompt: number | null): ModelPrice => ({
  ...{ id, model, fromAt },
  figures: prompt === null ? null : figures(prompt),
});
const history = [
  price(1, "*", 100, 5),
  price(2, "a", 200, 10),
  price(3, "a", 300, 20),
  price(4, "a", 400, null),
  price(5, "a", 500, 0),
  price(6, "*", 600, null),
];

test.each<[string, number, number | null]>([
  ["a", 99, null],
  ["a", 100, 1],
  ["a", 199, 1],
  ["a", 200, 2],
  ["a", 299, 2],
  ["a", 300, 3],
  ["a", 400, 1],
  ["a", 500, 5],
  ["b", 599, 1],
  ["b", 600, null],
  ["a", 600, 5],
])("model %s at %i has price %s", (model, ts, id) => {
  expect(priceAt(history, { model, ts })?.id ?? null).toBe(id);
  expect(priceAt(history.toReversed(), { model, ts })?.id ?? null).toBe(id);
});

test.each<[number[], bigint]>([
  [[1_000_000, 0, 0, 0], 3n],
  [[0, 1_000_000, 0, 0], 15n],
  [[0, 0, 1_000_000, 0], 1n],
  [[0, 0, 0, 1_000_000], 4n],
  // 0.4999… coins are rounded to none, half a coin to one.
  [[166_666, 0, 0, 0], 0n],
  [[100_000, 10_000, 50_000, 0], 1n],
  [[100_000, 9_999, 50_000, 0], 0n],
  [[1, 1, 1, 1], 0n],
  [[1e12, 1e12, 1e12, 1e12], 23_000_000n],
])("tokens %j cost %s coins", ([prompt = 0, generated = 0, read = 0, creation = 0], coins) => {
  const tokens = {
    promptTokens: prompt,
    generatedTokens: generated,
    cacheReadTokens: read,
    cacheCreationTokens: creation,
  };
  expect(coinsOf(tokens, { prompt: 3n, generated: 15n, cacheRead: 1n, cacheCreation: 4n })).toBe(coins);
});

test("coins are within half a coin of the exact sum, and never above the limit of an event", () => {
  const count = fc.integer({ min: 0, max: 1_000_000_000_000 });
  const perMillion = fc.integer({ min: 0, max: 1_000_000_000 });
  fc.assert(
    fc.property(
      fc.tuple(count, count, count, count),
      fc.tuple(perMillion, perMillion, perMillion, perMillion),
      (t, p) => {
        const tokens = { promptTokens: t[0], generatedTokens: t[1], cacheReadTokens: t[2], cacheCreationTokens: t[3] };
        const [prompt, generated, cacheRead, cacheCreation] = p.map(BigInt) as [bigint, bigint, bigint, bigint];
        const coins = coinsOf(tokens, { prompt, generated, cacheRead, cacheCreation });
        const millionths = p.reduce((sum, each, at) => sum + BigInt(each) * BigInt(t[at] ?? 0), 0n);
        if (coins === 1_000_000_000_000n) return millionths + 500_000n >= 1_000_000_000_000_000_000n;
        const off = coins * 1_000_000n - millionths;
        return off <= 500_000n && off > -500_000n;
      },
    ),
  );
});

test("a price that begins later changes no event before it", () => {
  const rows = fc.array(
    fc.record({ model: fc.constantFrom("a", "*"), fromAt: fc.nat(100), prompt: fc.option(fc.nat(9)) }),
  );
  fc.assert(
    fc.property(rows, fc.nat(100), fc.nat(100), fc.constantFrom("a", "b"), (given, ts, later, model) => {
      const prices = given.map((row, at) => price(at, row.model, row.fromAt, row.prompt));
      const added = price(999, "a", ts + 1 + later, 7);
      expect(priceAt([...prices, added], { model, ts })).toEqual(priceAt(prices, { model, ts }));
    }),
  );
});
