import { describe, expect, test } from "vitest";
import { explainEnd } from "~/compute/inside/tasks/explain-end";
import type { TaskState } from "~/compute/task-states";

function explain(
  state: TaskState,
  reason: string,
  more: { exitCode?: number; refundCents?: number; givenBackCents?: number; ran?: boolean } = {},
) {
  return explainEnd({ state, reason, exitCode: null, refundCents: 0, ...more });
}

describe("A failed start gives the reason and advice, whatever the agent wrote", () => {
  test.each([
    ["did not start in 10 minutes", /within 10 minutes/],
    ["GPU 0, 1 is in use by another task", /not yet free/],
    ["no free port from 22000 to 22999", /no free port/],
    ["the task ended before its SSH server was ready", /ended before its SSH server/],
    ["it ended before it ran", /ended before its SSH server/],
    ["the node died", /stopped responding/],
    ["the node did not answer", /stopped responding/],
    ["waited 30 days", /No GPUs became free for your task in 30 days/],
    ["spawn bwrap ENOENT", /could not start your task/],
    ["", /could not start your task/],
  ])("%s", (reason, sentence) => {
    const explanation = explain("failed", reason);
    expect(explanation?.sentence).toMatch(sentence);
    expect(explanation?.next).toContain("Nothing was charged");
    expect(explanation?.tone).toBe("danger");
  });
});

describe("A stopped task names who or what stopped it", () => {
  test.each([
    ["no funds", /balance reached zero/],
    ["GPUs idle for 60 minutes", /watchdog .* 60 minutes/],
    ["coin mining seen: process xmrig", /coin mining/],
    ["killed by an operator", /Our staff/],
    ["killed by you", /You killed/],
    ["account suspended", /suspended/],
    ["its files took 201.4 GB of the 200 GB it may store", /took 201\.4 GB.* 200 GB/],
  ])("%s", (reason, sentence) => {
    expect(explain("killed", reason)?.sentence).toMatch(sentence);
  });
  test("and one that never ran says that it cost nothing", () => {
    expect(explain("killed", "killed by you", { ran: false })?.next).toBe("It had not started, so it cost nothing.");
    expect(explain("killed", "killed by you")?.next).toBe("You pay for the time up to then.");
  });
});

test("a lost task shows the refund", () => {
  const lost = explain("lost", "its node was away for 15 minutes", { refundCents: 23 });
  expect(lost?.sentence).toContain("15 minutes");
  expect(lost?.next).toMatch(/^\$0\.23 was refunded\./);
  const given = explain("lost", "its node was away for 15 minutes", { refundCents: 0, givenBackCents: 1140 });
  expect(given?.next).toMatch(/^\$11\.40 was refunded\. Start it again/);
  expect(explain("lost", "a GPU failed: Xid 79 on GPU 3", { refundCents: 23 })).toMatchObject({
    sentence: "A GPU of your task failed: Xid 79 on GPU 3.",
    next: expect.stringMatching(/^\$0\.23 was refunded\./) as string,
  });
  expect(explain("killed", "killed by you", { refundCents: 23 })?.next).toMatch(
    /\$0\.23 was refunded because a GPU on its machine had failed\.$/,
  );
  expect(explain("lost", "its node came back without it")?.next).toMatch(/^It cost less than a cent\./);
});

test("an incident is free; a task that continues or ended well shows nothing", () => {
  expect(explain("incident", "")?.next).toMatch(/pay nothing/);
  for (const state of ["queued", "placing", "starting", "running", "stopping"] as const) {
    expect(explain(state, "")).toBeNull();
  }
  expect(explain("finished", "exit code 0", { exitCode: 0 })).toBeNull();
  expect(explain("finished", "exit code 3", { exitCode: 3 })?.sentence).toContain("exit code 3");
});
