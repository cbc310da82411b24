import type { Socket } from "node:net";
import { networkOf } from "~/platform/http/client-network";

/** Time for a login, the same as in OpenSSH: its client may ask for a key's passphrase meanwhile. */
const LOGIN_MS = 120_000;
/** Half of the connections that the SSH gateway passes on, an eighth of those that a door takes. */
const WITHOUT_LOGIN_MAX = 64;
/** Enough to offer two dozen keys. The answers fit into buffers on the way: where they wait, nobody notices the end. */
const LOGIN_BYTES = 16_384;

type Ending = Pick<Socket, "destroy" | "once" | "on" | "bytesRead" | "remoteAddress">;

/**
 * Ends connections on which nobody logs in, also those that send nothing, or ask without end and read nothing: a door
 * takes only some, and strangers could hold all of them. When there are many, each new one ends the oldest of the address
 * or IPv6 network that has most: who connects again and again ends only their own.
 */
export class LoginLimit {
  readonly #waiting = new Map<Ending, ReturnType<typeof setTimeout>>();

  begin(socket: Ending): void {
    if (this.#waiting.size >= WITHOUT_LOGIN_MAX) {
      const counts = new Map<string, number>();
      for (const one of this.#waiting.keys()) counts.set(lineOf(one), (counts.get(lineOf(one)) ?? 0) + 1);
      const most = Math.max(...counts.values());
      const oldest = [...this.#waiting.keys()].find((one) => counts.get(lineOf(one)) === most);
      if (oldest) {
        this.end(oldest);
        oldest.destroy();
      }
    }
    this.#waiting.set(
      socket,
      setTimeout(() => socket.destroy(), LOGIN_MS),
    );
    // Before the server reads it: it answers nothing on an ended socket.
    socket.on("data", () => {
      if (socket.bytesRead > LOGIN_BYTES && this.#waiting.has(socket)) socket.destroy();
    });
    socket.once("close", () => this.end(socket));
  }

  /** Lets it stay, after its login. */
  end(socket: Ending): void {
    clearTimeout(this.#waiting.get(socket));
    this.#waiting.delete(socket);
  }
}

function lineOf({ remoteAddress = "" }: Ending): string {
  return networkOf(remoteAddress);
}
