import { Client, type ConnectConfig } from "ssh2";
import type { SshAddress } from "~/compute/ssh-address";
import type { ServerAnswer } from "./facts";
import { fingerprintOf } from "~/platform/fingerprint.server";

/** SSH_CHECK_TIMEOUT_S */
const TIMEOUT_MS = 5000;
const WHY_MAX = 200;

/**
 * Connects to a task's own address as a customer's `ssh` would, exchanges keys and disconnects once the server has
 * proved its host key. Does not log in. Never call it inside a transaction.
 */
export async function askServer({ host, port }: SshAddress, timeoutMs = TIMEOUT_MS): Promise<ServerAnswer> {
  const client = new Client();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<ServerAnswer>((resolve) => {
      let shown: Buffer | undefined;
      timer = setTimeout(() => resolve({ kind: "silent" }), timeoutMs);
      client.on("error", (error) => resolve(answerOf(error)));
      client.on("close", () => resolve({ kind: "no-ssh", why: "it hung up" }));
      // A public key is known to anyone. Only the exchange proves that the server holds the private one.
      client.on("handshake", () => {
        if (shown) resolve({ kind: "ssh", fingerprint: fingerprintOf(shown) });
      });
      client.connect({
        host,
        port,
        username: "root",
        readyTimeout: timeoutMs,
        authHandler: [],
        // Called before the signature over the exchange is checked, so it decides nothing.
        hostVerifier: (key: Buffer) => {
          shown = key;
          return true;
        },
      } satisfies ConnectConfig);
    });
  } finally {
    clearTimeout(timer);
    client.destroy();
  }
}

function answerOf(error: Error & { code?: string | number; level?: string }): ServerAnswer {
  // SSH's own number of the message with which a server disconnects and explains why.
  if (typeof error.code === "number") return { kind: "turned-away", why: error.message.slice(0, WHY_MAX) };
  if (error.code === "ECONNREFUSED") return { kind: "refused" };
  if (error.level === "client-socket" || error.level === "client-timeout") return { kind: "silent" };
  return { kind: "no-ssh", why: error.message };
}
