import { describe, expect, test } from "vitest";
import { estimateOf, type QueueWait } from "~/compute/queue-wait";

const known: QueueWait = { queued: 3, waitedS: 60, wantingCents: 0, samples: 20, medianS: 300, p90S: 900 };

describe("The estimate of a wait says no more than is known", () => {
  test("what comparable tasks waited", () => {
    const measured = { kind: "measured", samples: 20, medianS: 300, p90S: 900, overdue: false };
    expect(estimateOf(known, "waiting_for_gpus")).toEqual(measured);
    expect(estimateOf(known, "held")).toEqual(measured);
    expect(estimateOf({ ...known, waitedS: 901 }, "waiting_for_nodes")).toEqual({
      ...measured,
      overdue: true,
    });
  });

  test("nothing from fewer than five of them", () => {
    expect(estimateOf({ ...known, samples: 5 }, "waiting_for_gpus").kind).toBe("measured");
    expect(estimateOf({ ...known, samples: 4 }, "waiting_for_gpus")).toEqual({ kind: "unknown", samples: 4 });
    const none = { ...known, samples: 0, medianS: null, p90S: null };
    expect(estimateOf(none, "waiting_for_gpus")).toEqual({ kind: "unknown", samples: 0 });
  });

  test("how much money is wanting, when only that keeps the task", () => {
    expect(estimateOf({ ...known, wantingCents: 77 }, "waiting_for_funds")).toEqual({
      kind: "money",
      wantingCents: 77,
    });
  });
});
