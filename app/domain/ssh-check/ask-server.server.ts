import { Client, type ConnectConfig } from "ssh2";
import type { SshAddress } from "./address";
import type { ServerAnswer } from "./facts";
import { fingerprintOf } from "./fingerprint.server";

/** SSH_CHECK_TIMEOUT_S */
const TIMEOUT_MS = 5000;

/**
 * Connects to a task's own address as a customer's `ssh` would, exchanges keys and hangs up when the server has
 * proved which host key it holds. Nobody is logged in. Never called inside a transaction.
 */
export async function askServer({ host, port }: SshAddress, timeoutMs = TIMEOUT_MS): Promise<ServerAnswer> {
  const client = new Client();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<ServerAnswer>((resolve) => {
      timer = setTimeout(() => resolve({ kind: "silent" }), timeoutMs);
      client.on("error", (error) => resolve(answerOf(error)));
      client.on("close", () => resolve({ kind: "no-ssh", why: "it hung up" }));
      client.connect({
        ...{ host, port, username: "root", readyTimeout: timeoutMs },
        // The signature over the exchange is checked before this is asked, so the server does hold the key.
        hostVerifier: (key: Buffer) => {
          resolve({ kind: "ssh", fingerprint: fingerprintOf(key) });
          return false;
        },
      } satisfies ConnectConfig);
    });
  } finally {
    clearTimeout(timer);
    client.destroy();
  }
}

function answerOf(error: Error & { code?: string; level?: string }): ServerAnswer {
  if (error.code === "ECONNREFUSED") return { kind: "refused" };
  if (error.level === "client-socket" || error.level === "client-timeout") return { kind: "silent" };
  return { kind: "no-ssh", why: error.message };
}
