import type { Socket } from "node:net";
import type { Connection } from "ssh2";

/** Time for a login, as that of OpenSSH: its client asks for the passphrase of a key meanwhile. */
const LOGIN_MS = 120_000;

/** Ends a connection on which nobody logs in: a door takes only some, and strangers could hold all of them. */
export function limitLogin(client: Connection, socket: Pick<Socket, "destroy">): void {
  const late = setTimeout(() => socket.destroy(), LOGIN_MS);
  const inTime = () => clearTimeout(late);
  client.once("ready", inTime).once("close", inTime);
}
