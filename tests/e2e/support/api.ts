import { inject } from "vitest";
import { until } from "../../support/until";

export interface Job {
  task_name: string;
  resv_guid: string;
  state: string;
  status: string;
  reason: string;
  ssh_addr: string;
  uptime: number;
  ts_finished: number;
  pph: number;
}

/** Calls a JSON path with an API key, as `curl` would, and returns status and body. */
export async function call(
  path: string,
  {
    key,
    method = "GET",
    body,
    origin = inject("origin"),
  }: { key?: string; method?: string; body?: unknown; origin?: string } = {},
): Promise<{ status: number; json: Record<string, unknown> }> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      ...(key ? { authorization: key } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

/** The newest task with that name, of the key's owner. */
export async function jobNamed(key: string, taskName: string, origin?: string): Promise<Job | undefined> {
  const { json } = await call("/v1/jobs", { key, ...(origin ? { origin } : {}) });
  return (json["jobs"] as Job[] | undefined)?.find((job) => job.task_name === taskName);
}

/** Ends tasks that other tests have left running for the key's owner, and waits until they are gone. */
export async function endTasks(key: string): Promise<void> {
  const unfinished = async () => {
    const { json } = await call("/v1/jobs", { key });
    return (json["jobs"] as Job[]).filter((job) => job.ts_finished === 0);
  };
  for (const { task_name } of await unfinished()) {
    await call("/v1/delete", { key, method: "POST", body: { task_name } });
  }
  await until("the tasks to end", async () => (await unfinished()).length === 0);
}
