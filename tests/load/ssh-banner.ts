import { connect } from "node:net";
import { figure, heading, quantile } from "./report";

const RUNS = 10;
const POLL_MS = 10;

interface Job {
  task_name: string;
  state: string;
  ssh_addr: string;
}

/** Measures from the request that starts a task to the first line of its SSH server, through the API of a whole product. */
export async function benchSshBanner(origin: string, apiKey: string): Promise<void> {
  heading("Start Task to the SSH banner");
  const delays: number[] = [];
  for (let run = 0; run < RUNS; run += 1) delays.push(await once(origin, apiKey, `bench-${run}`));
  figure("median of 10, ms", quantile(delays, 0.5).toFixed(0), "at most 1500");
  figure("fastest / slowest, ms", `${Math.min(...delays).toFixed(0)} / ${Math.max(...delays).toFixed(0)}`);
}

async function once(origin: string, apiKey: string, taskName: string): Promise<number> {
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}${path}`, {
      ...init,
      headers: { authorization: apiKey, "content-type": "application/json" },
    });
  const started = performance.now();
  const answer = (await (
    await call("/v1/reserve", {
      method: "POST",
      body: JSON.stringify({ task_name: taskName, gpu_type: "a5000", gpu_min: 1 }),
    })
  ).json()) as { retcode: string; human_readable_message: string };
  if (answer.retcode !== "OK") throw new Error(answer.human_readable_message);
  const address = await untilRunning(call, taskName);
  await banner(address);
  const delay = performance.now() - started;
  await call(`/v1/delete?task_name=${taskName}`);
  return delay;
}

async function untilRunning(call: (path: string) => Promise<Response>, taskName: string): Promise<string> {
  for (;;) {
    const { jobs } = (await (await call("/v1/jobs")).json()) as { jobs: Job[] };
    const job = jobs.find((one) => one.task_name === taskName);
    if (job?.ssh_addr) return job.ssh_addr;
    if (job?.state === "failed") throw new Error(`${taskName} failed to start`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function banner(address: string): Promise<void> {
  const [host, port] = address.split(":");
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number(port), host);
    socket.once("error", reject);
    socket.once("data", (data) => {
      socket.destroy();
      if (String(data).startsWith("SSH-2.0-")) resolve();
      else reject(new Error(`not an SSH banner: ${String(data)}`));
    });
  });
}
