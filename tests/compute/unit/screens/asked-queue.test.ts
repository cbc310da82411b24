import { describe, expect, it } from "vitest";
import type { ScheduledRow } from "~/compute/read-scheduled.server";
import { askedQueueOf, pagesOf, partsOf, queueAddress } from "~/compute/screens/scheduled/asked-queue";

const rows = (gpu_type: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ gpu_type, position: at + 1 }) as ScheduledRow);
const asked = (query: string) => askedQueueOf(new URLSearchParams(query));

describe("The part of the queues that an address names", () => {
  it.each([
    ["", null, 0, 25],
    ["queue=fra1", null, 0, 25],
    ["queue=:a5000", null, 0, 25],
    ["queue=fra1:a5000:x", null, 0, 25],
    ["page=3", null, 0, 25],
    ["queue=fra1:a5000", { cluster: "fra1", gpuType: "a5000" }, 0, 100],
    ["queue=fra1:a5000&page=3", { cluster: "fra1", gpuType: "a5000" }, 200, 100],
    ["queue=fra1:a5000&page=1e3", { cluster: "fra1", gpuType: "a5000" }, 0, 100],
  ])("of '%s' is %j from %d, %d of them", (query, only, offset, limit) => {
    expect(asked(query)).toEqual({ only, offset, limit });
  });

  it("gives the address of a queue again", () => {
    const queue = { cluster: "fra1", gpuType: "a5000" };
    expect(asked(queueAddress(queue).slice(1)).only).toEqual(queue);
  });

  it("is cut from a whole queue as on the server; beyond its end it is the last part", () => {
    const whole = [...rows("a100", 3), ...rows("a5000", 230)];
    const first = partsOf("fra1", whole, asked(""));
    expect(first.map((part) => [part.gpuType, part.all, part.rows.length])).toEqual([
      ["a100", 3, 3],
      ["a5000", 230, 25],
    ]);
    const beyond = asked("queue=fra1:a5000&page=9");
    const [part] = partsOf("fra1", whole, beyond);
    expect(part).toMatchObject({ all: 230, rows: { length: 30, 0: { position: 201 } } });
    expect(part && pagesOf(part, beyond)).toEqual({ page: 3, pages: 3 });
  });
});
