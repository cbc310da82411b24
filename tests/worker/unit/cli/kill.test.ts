import { afterEach, expect, test, vi } from "vitest";
import type { CliEnv } from "../../../../worker/cli/env";
import { EXIT } from "../../../../worker/cli/failure";
import { makeProgram } from "../../../../worker/cli/program";

const env = { home: "/nowhere", folder: "/nowhere", url: "https://gpus.example", apiKey: "mr_a" } as CliEnv;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a task that ended meanwhile leaves none of the others running", async () => {
  const killed: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") {
      const jobs = ["a", "b", "c"].map((task_name) => ({ task_name, resv_guid: task_name, ts_finished: 0 }));
      return Response.json({ retcode: "OK", jobs });
    }
    const { task_name } = (await request.json()) as { task_name: string };
    if (task_name === "a") return Response.json({ retcode: "ERROR", human_readable_message: "There is no a." });
    killed.push(task_name);
    return Response.json({ retcode: "OK", human_readable_message: "Killed." });
  });
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const run = makeProgram(env).parseAsync(["node", "millrace", "kill", "--all", "--yes"]);
  await expect(run).rejects.toMatchObject({ code: EXIT.refused, message: "2 of 3 tasks were killed." });
  expect(killed).toEqual(["b", "c"]);
  expect(stderr).toHaveBeenCalledWith("There is no a.\n");
});
