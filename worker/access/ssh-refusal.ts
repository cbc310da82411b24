import type { Socket } from "node:net";
import { env } from "~/platform/env.server";
import { FULL } from "./enter";

/** SSH_MSG_DISCONNECT and its reason SSH_DISCONNECT_SERVICE_NOT_AVAILABLE (RFC 4253). */
const DISCONNECT = 1;
const NOT_AVAILABLE = 7;
const BLOCK = 8;
const PADDING_MIN = 4;
/** Time in which the client reads the sentence. */
export const LINGER_MS = 5_000;

const AGAIN = "Try again in a minute.";

/** The word for a task whose server may still accept a key that it no longer has. */
export const OLD_KEYS = "old_keys";

const SENTENCES = new Map<string, string>(
  Object.entries({
    not_running: "This task does not run at the moment.",
    no_task: "This task's machine does not have it at the moment.",
    no_listener: `The task's SSH server does not answer. ${AGAIN}`,
    agent_away: `The task's machine is not connected to us. The task still runs. ${AGAIN}`,
    gone: `The connection to the task's machine was lost. ${AGAIN}`,
    other_worker: `The task's machine is connected to another part of the service, which does not answer. ${AGAIN}`,
    too_many: `There are too many connections to the task's machine. ${AGAIN}`,
    timeout: `The task's machine did not answer in time. ${AGAIN}`,
    failed: "The agent of the task's machine is too old for SSH through us. Its operator has to update it.",
    [OLD_KEYS]: `The keys of this task have changed, and its machine has not confirmed that yet. ${AGAIN}`,
    [FULL]: `The task has ${env.TASK_CONNECTIONS} connections by SSH already. Close some of them.`,
  }),
);

/**
 * Ends a connection with a sentence that its client shows: as an SSH server does that closes before the key exchange.
 */
export function refuseSsh(socket: Socket, reason: string): void {
  const sentence = SENTENCES.get(reason) ?? `The service is busy. ${AGAIN}`;
  // Unread bytes would turn the end into a reset, which overtakes the sentence.
  socket.resume();
  socket.setTimeout(LINGER_MS, () => socket.destroy());
  socket.end(Buffer.concat([Buffer.from("SSH-2.0-Millrace\r\n"), packet(disconnect(sentence))]));
}

function disconnect(sentence: string): Buffer {
  return Buffer.concat([Buffer.from([DISCONNECT]), uint32(NOT_AVAILABLE), text(sentence), text("")]);
}

/** Wraps a payload as an SSH packet before any keys: its length, padding to whole blocks, and no check sum. */
function packet(payload: Buffer): Buffer {
  const unpadded = 5 + payload.length;
  const padding = PADDING_MIN + BLOCK - 1 - ((unpadded + PADDING_MIN - 1) % BLOCK);
  return Buffer.concat([uint32(1 + payload.length + padding), Buffer.from([padding]), payload, Buffer.alloc(padding)]);
}

function text(given: string): Buffer {
  return Buffer.concat([uint32(Buffer.byteLength(given)), Buffer.from(given)]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
