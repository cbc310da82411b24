import { expect, test } from "vitest";
import type { Choice } from "~/compute/screens/reservation/choice";
import { keptAndLost } from "~/compute/screens/reservation/kept-and-lost";
import { withFields } from "~/compute/screens/reservation/use-choice";

const choice = (given: Partial<Choice>) =>
  ({ volume: "", volume_path: "/data", volume_read_only: "", more_volumes: "", gpus_incr: "1", ...given }) as Choice;

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

test("a checkbox that is ticked and cleared counts as cleared", () => {
  const ticked = withFields(choice({ volume: "papers" }), form({ volume: "papers", volume_read_only: "1" }));
  expect(ticked.volume_read_only).toBe("1");
  expect(withFields(ticked, form({ volume: "papers" })).volume_read_only).toBe("");
});

test("values without a field in the form stay as chosen", () => {
  const before = choice({ gpus_incr: "2", more_volumes: "logs:/logs" });
  expect(withFields(before, form({ volume: "papers" }))).toEqual({ ...before, volume: "papers" });
});

test("with volumes the text says that they are kept, and without one that nothing is kept", () => {
  expect(keptAndLost(choice({}))).toBe("When the task ends, its disk is erased.");
  expect(keptAndLost(choice({ volume: "papers", volume_read_only: "1", more_volumes: "logs:/logs" }))).toBe(
    "When the task ends, its disk is erased. Kept: papers at /data (read only), logs at /logs.",
  );
});
