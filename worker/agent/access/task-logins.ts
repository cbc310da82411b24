import { readFileSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { Client, type ClientChannel, utils } from "ssh2";
import type { TerminalSize } from "~/fleet/agent-streams";
import { agentKeyOf } from "../ssh/agent-key";
import { LOOPBACKS } from "../ssh/ports";
import { StreamRefusal } from "./stream-refusal";
import { ANSWER_WITHIN_MS } from "./port-inside";
import { sshServerOf, type TaskPlaces } from "./ssh-server";

const IDLE_MS = 60_000;
const LOGIN_WITHIN_MS = 8_000;
const LANGUAGE = { LANG: "C.UTF-8" } as unknown as NodeJS.ProcessEnv;
/** SSH's word for a connection that the other end refused. */
const CONNECT_FAILED = 2;

interface Login {
  client: Promise<Client>;
  channels: number;
  idle: ReturnType<typeof setTimeout> | undefined;
}

/**
 * The agent's own logins to the SSH servers of its tasks, one per task, kept while used and a minute longer. It
 * connects to the task's port like the customer, in every runtime, with the agent's own key.
 */
export class TaskLogins {
  readonly #tasks: TaskPlaces;
  readonly #answerWithinMs: number;
  readonly #logins = new Map<string, Login>();

  constructor(tasks: TaskPlaces, { answerWithinMs = ANSWER_WITHIN_MS } = {}) {
    this.#tasks = tasks;
    this.#answerWithinMs = answerWithinMs;
  }

  async terminal(placementId: string, { cols, rows }: TerminalSize): Promise<ClientChannel> {
    return await this.#open(placementId, (client) =>
      channelOf((take) => client.shell({ term: "xterm-256color", cols, rows }, { env: LANGUAGE }, take)),
    );
  }

  /** Connects to a task of an older agent, whose server does not forward anything. */
  async port(placementId: string, port: number): Promise<ClientChannel> {
    return await this.#open(placementId, async (client) => {
      for (const loopback of LOOPBACKS) {
        const channel = await channelOf((take) => client.forwardOut("127.0.0.1", 0, loopback, port, take)).catch(
          refused,
        );
        if (channel) return channel;
      }
      throw new StreamRefusal("no_listener");
    });
  }

  end(): void {
    for (const { client } of this.#logins.values()) void client.then((one) => one.end()).catch(() => {});
    this.#logins.clear();
  }

  async #open(placementId: string, open: (client: Client) => Promise<ClientChannel>): Promise<ClientChannel> {
    const login = this.#logins.get(placementId) ?? this.#logIn(placementId);
    clearTimeout(login.idle);
    login.channels += 1;
    const done = () => {
      login.channels -= 1;
      if (login.channels === 0) login.idle = setTimeout(() => void login.client.then((one) => one.end()), IDLE_MS);
    };
    try {
      const channel = await this.#answer(placementId, login, open(await login.client));
      channel.once("close", done);
      channel.on("error", () => {});
      return channel;
    } catch (error) {
      done();
      throw error;
    }
  }

  /**
   * Waits for an answer. Root in the task may have replaced a silent server, or it hangs: the next caller logs in
   * again.
   */
  async #answer<T>(placementId: string, login: Login, answer: Promise<T>): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        if (this.#logins.get(placementId) === login) this.#logins.delete(placementId);
        void login.client.then((one) => one.destroy());
        reject(new StreamRefusal("failed"));
      }, this.#answerWithinMs);
    });
    return await Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
  }

  #logIn(placementId: string): Login {
    const client = connect(this.#tasks, placementId);
    const login: Login = { client, channels: 0, idle: undefined };
    const forget = () => {
      clearTimeout(login.idle);
      if (this.#logins.get(placementId) === login) this.#logins.delete(placementId);
    };
    this.#logins.set(placementId, login);
    client.then((one) => one.once("close", forget), forget);
    return login;
  }
}

async function connect(tasks: TaskPlaces, placementId: string): Promise<Client> {
  const root = tasks.root(placementId);
  const address = sshServerOf(tasks, placementId);
  const hostKey = utils.parseKey(readFileSync(join(root, "conf", "host_key.pub"), "utf8"));
  if (hostKey instanceof Error) throw new StreamRefusal("no_task");
  const client = new Client();
  client.on("error", () => {});
  const opened = once(client, "ready");
  client.connect({
    ...address,
    username: "root",
    privateKey: agentKeyOf(root),
    readyTimeout: LOGIN_WITHIN_MS,
    // Another program may have the port by now.
    hostVerifier: (key: Buffer) => key.equals(hostKey.getPublicSSH()),
    algorithms: { cipher: ["aes128-gcm@openssh.com"] },
  });
  await opened.catch((error: { level?: string }) => {
    client.end();
    // The server of a task of an older agent knows only its customer's keys.
    throw new StreamRefusal(error.level === "client-authentication" ? "old_task" : "no_task");
  });
  return client;
}

async function channelOf(open: (take: (error: Error | undefined, channel: ClientChannel) => void) => unknown) {
  return await new Promise<ClientChannel>((resolve, reject) => {
    open((error, channel) => (error ? reject(error) : resolve(channel)));
  });
}

/** Null if nothing listens there. */
function refused(error: unknown): null {
  if ((error as { reason?: unknown }).reason === CONNECT_FAILED) return null;
  throw error;
}
