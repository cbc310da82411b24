import { describe, expect, test } from "vitest";
import { estimateOf, type QueueWait } from "~/compute/queue-wait";

const known: QueueWait = { queued: 3, waitedS: 60, wantingCents: 0, samples: 20, medianS: 300, p90S: 900 };

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

  test("the missing money, when only that delays the task", () => {
    expect(estimateOf({ ...known, wantingCents: 77 }, "waiting_for_funds")).toEqual({
      kind: "money",
      wantingCents: 77,
    });
  });
});
