import { randomBytes, randomUUID } from "node:crypto";
import { done } from "../api/answer";
import { waitForTask, isReachable } from "../api/wait-for-task";
import type { Add, Context } from "../context";
import { EXIT, Failure } from "../failure";
import { askForOrder } from "../rent/ask-for-order";
import { type Order, orderOf, type RentOptions } from "../rent/order";
import { offerKeys } from "../rent/offer-keys";
import { refreshHosts } from "../ssh/user-config";
import { Progress } from "../terminal/progress";
import { perHour } from "../terminal/words";
import { amount, timeSpan, volumeAt, wholeNumber } from "./option-values";
import { runProgram } from "../ssh/run-program";
import { asArguments } from "../ssh/connection";
import { reach } from "./ssh";

export const rent: Add = (program, act) => {
  program
    .command("rent")
    .description("Starts a task on GPUs; without a kind of GPU it asks")
    .argument("[gpu]", "kind of GPU, as `millrace gpus` names it")
    .option("-n, --gpus <number>", "how many: 1, 2, 4, 8, 16, 32 or 64", wholeNumber(1, 64), 1)
    .option("--name <name>", "name of the task; else one is made up")
    .option("--image <image>", "what it starts from; else the default")
    .option("--template <name>", "image, command and ports of this template")
    .option("--volume <name:path>", "has this volume there, `:ro` to read; once for each", volumeAt)
    .option("--cluster <name>", "where; else where there is the kind")
    .option("--network <name>", "ethernet or infiniband")
    .option("--agent <name>", "no-agent, stats, stats-watchdog or block-mining")
    .option("--ssh-key <id|file>", "stored key by id, or a public key's file")
    .option("--max-time <time>", "ends after 90m, 12h, 3d of running", timeSpan)
    .option("--max-dollars <amount>", "ends before it costs more", amount)
    .option("--idle-minutes <minutes>", "ends when its GPUs idled 15, 30 or 60", wholeNumber(1, 60))
    .option("--enqueue", "waits in the queue if need be; agrees to its terms")
    .option("-w, --wait", "until one can log in")
    .option("--timeout <time>", "waits no longer (exit code 7)", timeSpan)
    .option("--ssh", "logs in as soon as it runs")
    .action(
      act(async (context: Context, gpu: string | undefined, options: RentOptions) => await run(context, gpu, options)),
    );
};

async function run(context: Context, gpu: string | undefined, options: RentOptions): Promise<void> {
  const { api: connect, out } = context;
  if (gpu === undefined && !out.mayAsk) {
    throw Failure.usage("Which GPUs?", "Such as `millrace rent a5000 --gpus 2`. `millrace gpus` lists the kinds.");
  }
  const api = connect();
  await offerKeys(context, api, options.sshKey);
  const order = gpu === undefined ? await askForOrder(api, options) : await orderOf(api, gpu, options, madeUp(gpu));
  const answer = await send(context, order);
  out.note(`${answer.human_readable_message}  ${out.paintNote.dim(`${perHour(answer.pph)} per hour`)}`);
  const wait = options.wait || options.ssh;
  if (!wait) {
    out.result(answer, () => undefined);
    if (answer.state === "placing") out.note(`Next: millrace ssh ${answer.task_name} --wait`);
    return;
  }
  const task = await waited(context, answer.resv_guid, options.timeout);
  await refreshHosts({ env: context.env, api, profile: context.login().profile });
  if (!options.ssh) {
    out.result(task, () => out.line(`millrace ssh ${task.task_name}`));
    return;
  }
  const connection = await reach(context, task.task_name, {});
  process.exitCode = await runProgram("ssh", [...asArguments(connection), connection.host]);
}

/** One order has one idempotency key, however often it is sent. */
async function send({ api, out }: Context, order: Order) {
  const header = { "Idempotency-Key": randomUUID() };
  try {
    return await done(api().POST("/v1/reserve", { body: order, params: { header } }));
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== EXIT.noFreeGpus || out.json) throw error;
    const { message, code, answer } = error;
    throw new Failure(message, { code, hint: "Say --enqueue to wait for them.", ...(answer ? { answer } : {}) });
  }
}

async function waited({ api, out }: Context, guid: string, timeout: number | undefined) {
  const progress = new Progress(out);
  const leave = () => {
    progress.end();
    out.note("The task goes on: `millrace ls` shows it, `millrace kill` ends it.");
  };
  process.prependOnceListener("SIGINT", leave);
  try {
    return await waitForTask(api(), {
      guid,
      timeout,
      until: isReachable,
      seen: ({ state, position }) => progress.say(position === null ? state : `${state}, position ${position}`),
    });
  } finally {
    process.off("SIGINT", leave);
    progress.end();
  }
}

function madeUp(gpu: string): string {
  return `${gpu.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-/, "")}-${randomBytes(2).toString("hex")}`;
}
