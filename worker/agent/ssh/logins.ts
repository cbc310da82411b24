import type { Socket } from "node:net";
import { join } from "node:path";
import type { Connection, ParsedKey } from "ssh2";
import { OWN_FILE_MAX_BYTES, readSmallFile } from "../task/folder";
import { KEYS_FILE } from "../task/ssh-files";
import { isAmong, parseKeys } from "./accept-key";
import { watchFolder } from "./watch-folder";

/** Logins to a task by key: removing a key from the folder `conf` closes its connections. */
export class Logins {
  readonly #conf: string;
  readonly #byKey = new Map<Connection, { key: Buffer; socket: Socket }>();
  #text: string;

  constructor(conf: string) {
    this.#conf = conf;
    this.#text = this.#read();
    // The file is replaced as a whole, so the folder is watched.
    watchFolder(conf, () => this.#look());
  }

  /** The keys that may log in now: they change while the task runs. */
  keys(): ParsedKey[] {
    return parseKeys(this.#read().split("\n"));
  }

  note(client: Connection, by: { key: Buffer; socket: Socket }): void {
    this.#byKey.set(client, by);
    client.on("close", () => this.#byKey.delete(client));
    this.#endStrangers();
  }

  #look(): void {
    const text = this.#read();
    if (text === this.#text) return;
    this.#text = text;
    this.#endStrangers();
  }

  /** Closes at once, without a last message. */
  #endStrangers(): void {
    const keys = this.keys();
    for (const { key, socket } of this.#byKey.values()) if (!isAmong(keys, key)) socket.destroy();
  }

  #read(): string {
    // While it cannot be read nobody can log in; the task goes on.
    return readSmallFile(join(this.#conf, KEYS_FILE), OWN_FILE_MAX_BYTES) ?? "";
  }
}
