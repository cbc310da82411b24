import type { Socket } from "node:net";
import type { Connection } from "ssh2";

/** Time for a login, the same as in OpenSSH: its client may ask for a key's passphrase meanwhile. */
const LOGIN_MS = 120_000;

/** Ends a connection on which nobody logs in: a door takes only some, and strangers could hold all of them. */
export function limitLogin(client: Connection, socket: Pick<Socket, "destroy">): void {
  const late = setTimeout(() => socket.destroy(), LOGIN_MS);
  const inTime = () => clearTimeout(late);
  client.once("ready", inTime).once("close", inTime);
}
