import { describe, expect, test } from "vitest";
import { estimateOf, type QueueWait, reasonsOf } from "~/compute/queue-wait";

const known: QueueWait = {
  ...{ fits: false, queued: 3, waitedS: 60, wantingCents: 0, samples: 20, medianS: 300, p90S: 900 },
  ...{ startsAboutTs: null, startsFromTs: null, startsUntilTs: null },
};

describe("The estimate of a wait shows only known facts", () => {
  test("waits of comparable tasks", () => {
    const measured = { kind: "measured", samples: 20, medianS: 300, p90S: 900, overdue: false };
    expect(estimateOf(known, "waiting_for_gpus")).toEqual(measured);
    expect(estimateOf(known, "held")).toEqual(measured);
    expect(estimateOf({ ...known, waitedS: 901 }, "waiting_for_nodes")).toEqual({
      ...measured,
      overdue: true,
    });
  });

  test("no estimate from fewer than five of them", () => {
    expect(estimateOf({ ...known, samples: 5 }, "waiting_for_gpus").kind).toBe("measured");
    expect(estimateOf({ ...known, samples: 4 }, "waiting_for_gpus")).toEqual({ kind: "unknown", samples: 4 });
    const none = { ...known, samples: 0, medianS: null, p90S: null };
    expect(estimateOf(none, "waiting_for_gpus")).toEqual({ kind: "unknown", samples: 0 });
  });

  test("the forecast of the cluster's engine, which knows more than past waits", () => {
    const told = { ...known, startsAboutTs: 1_000 };
    expect(estimateOf(told, "waiting_for_gpus")).toEqual({ kind: "forecast", startsAboutTs: 1_000 });
    expect(estimateOf(told, "waiting_for_funds").kind).toBe("money");
  });

  test("the range of the newest forecast, which knows more than past waits and less than the engine", () => {
    const range = { ...known, startsFromTs: 1_000, startsUntilTs: 2_000 };
    expect(estimateOf(range, "held")).toEqual({ kind: "range", fromTs: 1_000, untilTs: 2_000 });
    expect(estimateOf({ ...range, startsUntilTs: null }, "held")).toEqual({ kind: "late", fromTs: 1_000 });
    expect(estimateOf({ ...range, startsAboutTs: 1_500 }, "waiting_for_gpus").kind).toBe("forecast");
    expect(estimateOf(range, "waiting_for_funds").kind).toBe("money");
    expect(estimateOf(range, "waiting_for_volume").kind).toBe("unknown");
  });

  test("none while it waits for something else than for others to end", () => {
    expect(estimateOf(known, "cluster_starting")).toEqual({ kind: "none" });
    expect(estimateOf({ ...known, startsAboutTs: 1_000 }, "cluster_held")).toEqual({ kind: "none" });
    expect(estimateOf(known, "cluster_share_used").kind).toBe("measured");
  });

  test("the missing money, when only that delays the task", () => {
    expect(estimateOf({ ...known, wantingCents: 77 }, "waiting_for_funds")).toEqual({
      kind: "money",
      wantingCents: 77,
    });
  });
});

describe("Every reason for a wait is named", () => {
  const poor = { ...known, wantingCents: 77 };

  test("a task that waits for money waits for GPUs too while they are not free", () => {
    expect(reasonsOf("waiting_for_funds", 8, poor)).toEqual(["waiting_for_gpus", "waiting_for_funds"]);
    expect(reasonsOf("waiting_for_funds", 16, poor)).toEqual(["waiting_for_nodes", "waiting_for_funds"]);
    expect(reasonsOf("waiting_for_funds", 8, { ...poor, fits: true })).toEqual(["waiting_for_funds"]);
  });

  test("money that ran out since the scheduler looked is named as well", () => {
    expect(reasonsOf("waiting_for_gpus", 1, poor)).toEqual(["waiting_for_gpus", "waiting_for_funds"]);
    expect(reasonsOf("held", 16, known)).toEqual(["held"]);
  });

  test("without more knowledge it is the scheduler's reason", () => {
    expect(reasonsOf("waiting_for_volume", 1, undefined)).toEqual(["waiting_for_volume"]);
  });
});
