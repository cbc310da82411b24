import { expect, test } from "vitest";
import { observedSchema } from "~/fleet/agent-messages";

test("an agent's words about a task reverse no text: hidden characters in them are shown", () => {
  const task = observedSchema.shape.tasks.element;
  const words = task.shape.message.parse("Error \u202egnp.exe\u2066 \u200bend");
  expect(words).toBe("Error \ufffdgnp.exe\ufffd \ufffdend");
  expect(task.shape.mining.parse("a\u202eb")).toBe("a\ufffdb");
  expect(task.shape.message.safeParse("a\u0000b").success).toBe(false);
});
