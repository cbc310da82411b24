import type { Socket } from "node:net";

/** Time for a login, the same as in OpenSSH: its client may ask for a key's passphrase meanwhile. */
const LOGIN_MS = 120_000;

/**
 * Ends a connection on which nobody logs in, even one that sends nothing: a door takes only some, and strangers could hold
 * all of them. Returns a function that lets it stay.
 */
export function limitLogin(socket: Pick<Socket, "destroy" | "once">): () => void {
  const late = setTimeout(() => socket.destroy(), LOGIN_MS);
  const inTime = () => clearTimeout(late);
  socket.once("close", inTime);
  return inTime;
}
