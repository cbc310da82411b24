import { call, type Job, jobNamed } from "./api";
import { type KeyPair, ssh } from "./ssh";
import { until } from "../../support/until";

/** A running task of one GPU that its owner can log in to. */
export class RunningTask {
  private constructor(
    readonly job: Job,
    private readonly key: string,
    private readonly pair: KeyPair,
  ) {}

  /** Starts it with the account's newest SSH key, which is that pair's, and waits until it can be reached. */
  static async start(taskName: string, { key, pair }: { key: string; pair: KeyPair }): Promise<RunningTask> {
    const body = { task_name: taskName, gpu_type: "a5000", gpu_min: 1 };
    const { json } = await call("/v1/reserve", { key, method: "POST", body });
    if (json["retcode"] !== "OK") throw new Error(`${taskName} was not accepted: ${JSON.stringify(json)}`);
    const job = await until("the task to run and have its address", async () => {
      const found = await jobNamed(key, taskName);
      return found?.ssh_addr ? found : null;
    });
    return new RunningTask(job, key, pair);
  }

  /** Writes to its log, and waits until the log has the text. */
  async write(command: string, last: string): Promise<void> {
    await ssh(this.job.ssh_addr, this.pair, `(${command}) >> ~/task.log`);
    await until("the line to be stored", async () => (await this.#log()).includes(`${last}\n`));
  }

  /** Requests its end. */
  async delete(): Promise<void> {
    const body = { task_name: this.job.task_name };
    await call("/v1/delete", { key: this.key, method: "POST", body });
  }

  async #log(): Promise<string> {
    const { json } = await call(`/v1/tasks/${this.job.resv_guid}/logs?limit=1000`, { key: this.key });
    return (json["lines"] as { text: string }[]).map((line) => line.text).join("");
  }
}
