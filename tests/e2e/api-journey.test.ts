import { beforeAll, describe, expect, test } from "vitest";
import { call, endTasks, jobNamed, type Job } from "./support/api";
import { useBrowser } from "./support/browser";
import { logIn, showApiKey } from "./support/people";
import { makeKeyPair, ssh } from "./support/ssh";
import { until } from "../support/until";

const { visitor } = useBrowser();
let key: string;

beforeAll(async () => {
  const page = await visitor();
  await logIn(page, "customer");
  key = await showApiKey(page);
  await endTasks(key);
});

describe("Customers can do the whole job with an API key", () => {
  test("store an SSH key, start, connect, stop, and be charged for the seconds used (scenarios 13, 26, 35)", async () => {
    const pair = await makeKeyPair();
    const stored = await call("/v1/ssh-public-key-upload", {
      key,
      method: "POST",
      body: { ssh_public_key: pair.publicKey },
    });
    expect(stored.json).toMatchObject({
      retcode: "OK",
      human_readable_message: "Your SSH key has been saved.",
    });

    const order = {
      task_name: "by api",
      gpu_type: "a5000",
      gpu_min: 2,
      idempotency_key: crypto.randomUUID(),
    };
    const first = await call("/v1/reserve", { key, method: "POST", body: order });
    expect(first.json).toMatchObject({ retcode: "OK", task_name: "by-api", gpus: 2, pph: 190 });
    const again = await call("/v1/reserve", { key, method: "POST", body: order });
    expect(again.json).toEqual(first.json);

    const running = await untilState("by-api", "running");
    expect(await ssh(running.ssh_addr, pair, "echo $MILLRACE_TASK_GPUS")).toMatchObject({ code: 0 });
    const money = await call("/v1/money", { key });
    expect(money.json).toMatchObject({ retcode: "OK", ongoing_pph: 190 });

    await until("some seconds to be charged", async () => ((await jobNamed(key, "by-api"))?.uptime ?? 0) >= 2);
    const stopped = await call("/v1/delete?task_name=by-api", { key });
    expect(stopped.json).toMatchObject({
      retcode: "OK",
      human_readable_message: "Task by-api is being killed.",
    });
    const ended = await untilState("by-api", "killed");
    expect(ended).toMatchObject({ status: "killed", ssh_addr: "" });
    expect((await ssh(running.ssh_addr, pair, "true")).code).toBe(255);

    const bill = await fetchBill();
    const row = bill.find((one) => one["id"] === ended.resv_guid);
    const cents = Math.floor((190 * ended.uptime) / 3600);
    expect(row).toMatchObject({
      status: "Finished",
      time_s: ended.uptime,
      dollars_billed: cents / 100,
      dollars_est: cents / 100,
    });
  });

  test("bad input gets clear answers and starts nothing", async () => {
    const reserve = (body: unknown) => call("/v1/reserve", { key, method: "POST", body });
    const good = { task_name: "x", gpu_type: "a5000", gpu_min: 1 };
    expect((await reserve({ ...good, task_name: "" })).json).toMatchObject({
      retcode: "ERROR",
      human_readable_message: "Task name is required.",
    });
    expect((await reserve({ ...good, gpu_min: 3 })).json).toMatchObject({
      human_readable_message: "Choose 1, 2, 4, 8, 16, 32 or 64 GPUs.",
    });
    expect((await reserve({ ...good, gpu_type: "<b>" })).json).toMatchObject({
      retcode: "ERROR",
      human_readable_message: "Unknown GPU type <b>.",
    });
    expect((await call("/v1/money", { key: "mr_wrong" })).status).toBe(401);
    expect((await call("/v1/reserve", { key, method: "PUT" })).status).toBe(405);
  });
});

async function untilState(taskName: string, state: string): Promise<Job> {
  return await until(`${taskName} to be ${state}`, async () => {
    const job = await jobNamed(key, taskName);
    return job?.state === state ? job : null;
  });
}

async function fetchBill(): Promise<Record<string, unknown>[]> {
  const { json } = await call("/v1/billing-short", { key });
  return json as unknown as Record<string, unknown>[];
}
