import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ChargedTask, costUntil, coveredUntil, incidentRefund, settlement } from "~/money/charge";
import { covers, lowBalanceOf, secondsLeft } from "~/money/cover";
import { dollarsOf, dollarsTaken, statusOf } from "~/money/inside/billing/transaction-row";
import { asUnits, ZERO } from "~/money/units";

describe("settlement (B4)", () => {
  test("the worked example: 1402960 units are 389 cents and 2560 units", () => {
    expect(settlement(asUnits(1_402_960n))).toEqual({ billed: 389n, remainder: 2560n });
  });

  test("a working task shows the estimate; a settled one shows the billed cents as both", () => {
    const working = { posted: asUnits(1_402_960n), uncharged: ZERO, billed: null };
    expect(dollarsOf(working)).toEqual({ est: 3.8971, billed: 3.89 });
    expect(dollarsOf({ ...working, billed: settlement(working.posted).billed })).toEqual({
      est: 3.89,
      billed: 3.89,
    });
  });

  test("credits are negative and cut towards 0", () => {
    expect(dollarsTaken(asUnits(-18_000_000n))).toEqual({ est: -50, billed: -50 });
    expect(dollarsTaken(asUnits(-85_500n))).toEqual({ est: -0.2375, billed: -0.23 });
    expect(dollarsTaken(asUnits(-35n))).toEqual({ est: 0, billed: 0 });
  });
});

describe("the last covered second (B8)", () => {
  test.each<{ balance: bigint; tasks: ChargedTask[]; latest: number; end: number }>([
    { balance: 1000n, tasks: [{ pph: 10, from: 0, until: null }], latest: 500, end: 100 },
    { balance: 1009n, tasks: [{ pph: 10, from: 0, until: null }], latest: 500, end: 100 },
    { balance: 1000n, tasks: [{ pph: 10, from: 0, until: null }], latest: 50, end: 50 },
    { balance: 0n, tasks: [{ pph: 10, from: 7, until: null }], latest: 50, end: 7 },
    {
      balance: 10n,
      tasks: [
        { pph: 10, from: 100, until: null },
        { pph: 10, from: 160, until: null },
      ],
      latest: 200,
      end: 101,
    },
    {
      balance: 300n,
      tasks: [
        { pph: 10, from: 0, until: 10 },
        { pph: 10, from: 0, until: null },
      ],
      latest: 99,
      end: 20,
    },
  ])("balance $balance ends at $end", ({ balance, tasks, latest, end }) => {
    expect(coveredUntil(asUnits(balance), tasks, latest)).toBe(end);
  });

  test("the balance covers that second and not the next, whatever runs", () => {
    const task = fc.record({
      pph: fc.integer({ min: 1, max: 25_536 }),
      from: fc.integer({ min: 0, max: 5000 }),
      until: fc.constant(null),
    });
    fc.assert(
      fc.property(fc.array(task, { minLength: 1, maxLength: 50 }), fc.bigInt(0n, 10_000_000n), (tasks, balance) => {
        const end = coveredUntil(asUnits(balance), tasks, 10_000);
        expect(costUntil(tasks, end)).toBeLessThanOrEqual(balance);
        if (end < 10_000)
          expect(costUntil(tasks, end + 1) > balance || tasks.every((one) => one.from > end)).toBe(true);
      }),
    );
  });
});

describe("refund (B9)", () => {
  test("is never more than the settlement keeps", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 25_536 }), fc.integer({ min: 0, max: 100_000 }), (pph, chargedSeconds) => {
        const charged = BigInt(pph) * BigInt(chargedSeconds);
        const kept = charged - settlement(asUnits(charged)).remainder;
        expect(incidentRefund({ pph, chargedSeconds }) <= kept).toBe(true);
      }),
    );
  });
});

describe("how long money lasts", () => {
  test("scenario 38: 600 s of everything must be covered, to the unit (S12)", () => {
    const funds = { availableUnits: 600n * 285n, committedPph: 190 };
    expect(covers(funds, 95)).toBe(true);
    expect(covers({ ...funds, availableUnits: funds.availableUnits - 1n }, 95)).toBe(false);
  });

  test.each([
    [86_401, "none"],
    [86_400, "24h"],
    [3601, "24h"],
    [3600, "1h"],
    [1, "1h"],
    [0, "zero"],
  ] as const)("%s seconds are %s (B7)", (seconds, level) => {
    expect(lowBalanceOf(seconds)).toBe(level);
  });

  test("a tenant without charges has no end; one without money has no seconds (B6)", () => {
    expect(secondsLeft(1000n, 0)).toBeNull();
    expect(secondsLeft(-5n, 10)).toBe(0);
    expect(secondsLeft(1009n, 10)).toBe(100);
  });
});

describe("label of a transaction (6.3)", () => {
  test.each([
    [{ nodes_incident: 1, nodes_working: 1, nodes_finished_correctly: 1 }, "Incident"],
    [{ nodes_incident: 0, nodes_working: 1, nodes_finished_correctly: 1 }, "Working"],
    [{ nodes_incident: 0, nodes_working: 0, nodes_finished_correctly: 1 }, "Finished"],
    [{ nodes_incident: 0, nodes_working: 0, nodes_finished_correctly: 0 }, ""],
  ])("%o is '%s'", (counts, label) => {
    expect(statusOf(counts)).toBe(label);
  });
});
