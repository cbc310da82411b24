import { expect, test } from "vitest";
import { meteringOf, modelTotals, restOf } from "~/usage/inside/figures/metering";

const sum = (day: string, model: string, coins: number) => ({
  ...{ day, model, coins, prompt: 2 * coins, generated: coins, cacheRead: 0, cacheCreation: 0 },
});

test("metering adds repeated rows, and keeps a model called __proto__", () => {
  const metering = meteringOf([
    sum("2024-01-30", "__proto__", 1),
    sum("2024-01-31", "a", 2),
    sum("2024-01-31", "a", 3),
  ]);
  expect(metering).toMatchObject({ total_usage: 6, daily_usage: { "2024-01-30": 1, "2024-01-31": 5 } });
  expect(JSON.stringify(metering.model_stats)).toContain('"__proto__":{"points":1,"prompt_tokens":2');
  expect(metering.model_stats.daily["2024-01-31"]?.["a"]).toMatchObject({ points: 5, prompt_tokens: 10 });
});

test("the rest is the whole less its parts, and empty if they are equal", () => {
  const whole = [sum("2024-01-30", "a", 5), sum("2024-01-31", "b", 7)];
  expect(restOf(whole, [sum("2024-01-30", "a", 5), sum("2024-01-31", "b", 3)])).toEqual([sum("2024-01-31", "b", 4)]);
});

test("days are merged by model, most coins first", () => {
  const totals = modelTotals([sum("2024-01-30", "a", 1), sum("2024-01-30", "b", 9), sum("2024-01-31", "a", 2)]);
  expect(totals.map(({ model, coins }) => [model, coins])).toEqual([
    ["b", 9],
    ["a", 3],
  ]);
});
