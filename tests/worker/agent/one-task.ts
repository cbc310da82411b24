import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Client, type ClientChannel } from "ssh2";
import { afterAll, beforeAll } from "vitest";
import type { DesiredTask } from "~/fleet/agent-messages";
import { makeKeyPair, ssh, type KeyPair } from "../../e2e/support/ssh";
import { aDataDir, cleanUp, kill, startAgent } from "./agent-process";
import { aDesiredTask, ControlPlane, desiring } from "./control-plane";

const NODE = "demo-1";

/** A real agent with one running task, for the tests of a file. Settings made before the first test apply to it. */
export class OneTask {
  readonly node = NODE;
  readonly plane = new ControlPlane();
  readonly dataDir = aDataDir();
  key!: KeyPair;
  address!: string;
  placementId!: string;
  #agent!: ChildProcess;

  /** @param ports on which no other file's agent listens. */
  static use(ports: string, given: Partial<DesiredTask> = {}): OneTask {
    const one = new OneTask();
    beforeAll(() => one.#start(ports, given));
    afterAll(() => one.#stop());
    return one;
  }

  get host(): string {
    return this.address.split(":")[0] ?? "";
  }

  get port(): string {
    return this.address.split(":")[1] ?? "";
  }

  /** Options that every program of OpenSSH needs to log in, without the port. */
  get options(): string[] {
    return optionsOf(this.key);
  }

  /** Runs a command in the task with OpenSSH. */
  async run(command: string) {
    return await ssh(this.address, this.key, command);
  }

  async connect(): Promise<Client> {
    const client = new Client();
    const [host, port] = [this.host, Number(this.port)];
    client.connect({ host, port, username: "root", privateKey: readFileSync(this.key.file) });
    await once(client, "ready");
    return client;
  }

  async #start(ports: string, given: Partial<DesiredTask>): Promise<void> {
    this.key = await makeKeyPair();
    const task = aDesiredTask({
      ssh_public_keys: [this.key.publicKey],
      image_name: "Ubuntu 22.04, CUDA 12",
      gpus: [0, 1],
      ...given,
    });
    this.placementId = task.placement_id;
    const liveUrl = await this.plane.start();
    this.plane.desire(NODE, desiring(1, [task]));
    const nodes = [{ node_name: NODE, agent_key: "mra_x", gpus: 8, gpu_type: "a5000" }];
    this.#agent = startAgent({ liveUrl, dataDir: this.dataDir, nodes, ports });
    this.address = (await this.plane.untilTask(NODE, task.placement_id, "running")).ssh_addr;
  }

  async #stop(): Promise<void> {
    await kill(this.#agent);
    await this.plane.stop();
    await cleanUp(this.dataDir, [NODE]);
  }
}

export function optionsOf({ file }: KeyPair): string[] {
  return [
    ...["-i", file, "-F", "none", "-o", "IdentitiesOnly=yes", "-o", "BatchMode=yes", "-o", "LogLevel=ERROR"],
    ...["-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"],
  ];
}

export async function execute(client: Client, command: string): Promise<void> {
  const channel = await new Promise<ClientChannel>((resolve, reject) =>
    client.exec(command, (error, opened) => (error ? reject(error) : resolve(opened))),
  );
  channel.resume();
  await once(channel, "close");
}

/** Runs a program of this machine. */
export function run(program: string, args: string[], cwd = "."): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const options = { cwd, timeout: 60_000, maxBuffer: 20_000_000 };
    const child = execFile(program, args, options, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, out, err }),
    );
    child.stdin?.end();
  });
}
