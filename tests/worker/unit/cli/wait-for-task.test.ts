import { expect, test } from "vitest";
import type { Api } from "../../../../worker/cli/api/client";
import { waitForTask } from "../../../../worker/cli/api/wait-for-task";
import { EXIT, Failure } from "../../../../worker/cli/failure";

const away = new Failure("Cannot reach it.", { code: EXIT.unreachable });

/** Waits for a task whose server answers so, one answer a second. */
async function waiting(...answers: (string | Failure)[]): Promise<{ state: string }> {
  let [asked, ms] = [0, 0];
  const GET = async () => {
    const answer = answers[Math.min(asked++, answers.length - 1)] ?? away;
    if (answer instanceof Failure) throw answer;
    return { data: { retcode: "OK", job: { state: answer, ts_finished: 0 } }, response: new Response() };
  };
  const until = ({ state }: { state: string }) => state === "running";
  const pause = async (more: number) => void (ms += more);
  return await waitForTask({ GET } as unknown as Api, { guid: "a", until, now: () => ms, pause });
}

test("a wait outlasts a server that restarts", async () => {
  await expect(waiting("starting", away, away, "running")).resolves.toMatchObject({ state: "running" });
});

test("when the server stays away, the user hears that the task goes on", async () => {
  const hint = /The task continues/;
  await expect(waiting("starting", away)).rejects.toMatchObject({ code: EXIT.unreachable, hint });
});

test("any other refusal ends the wait", async () => {
  const ended = waiting("starting", new Failure("Not logged in.", { code: EXIT.login }));
  await expect(ended).rejects.toMatchObject({ code: EXIT.login });
});
