import { expect, test } from "vitest";
import { PassedOver } from "../../../worker/live/passed-over";

const rows = (...ids: bigint[]) => ids.map((id) => ({ id }));

test("skipped ids are read again, until they appear", () => {
  const passedOver = new PassedOver();
  passedOver.note(0n, rows(5n, 6n, 9n), 0);
  expect(passedOver.ids(1)).toEqual([7n, 8n]);
  passedOver.note(9n, rows(7n, 12n), 2);
  expect(passedOver.ids(3)).toEqual([8n, 10n, 11n]);
});

test("ids of transactions that never commit are forgotten after a while", () => {
  const passedOver = new PassedOver();
  passedOver.note(1n, rows(3n), 0);
  expect(passedOver.ids(30_000)).toEqual([2n]);
  expect(passedOver.ids(30_001)).toEqual([]);
});

test("a jump of the sequence does not fill the memory", () => {
  const passedOver = new PassedOver();
  passedOver.note(1n, rows(1_000_000_000n), 0);
  expect(passedOver.ids(1).length).toBeLessThanOrEqual(5_000);
});
