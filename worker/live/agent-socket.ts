import type { Socket } from "socket.io";
import type { z } from "zod";
import { agentVersion } from "~/fleet/agent-messages";
import { M } from "~/messages";
import { env } from "~/platform/env.server";
import { faults } from "../faults";
import { log } from "../log";
import { PerSecond } from "./per-second";

/** Acknowledgement of a message. */
interface Answer {
  retcode: "OK" | "ERROR" | "FAILED";
  desired_version?: number;
  human_readable_message?: string;
  /** The faults of a message, by the place in it. */
  fields?: Record<string, string>;
}

type Acknowledge = (answer: Answer) => void;

const NAMED_FIELDS = 5;
const TAKE = "agents' messages could not be processed";

/** The origin of a message: a socket of a node. */
interface From {
  socket: Socket;
  nodeId: number;
}

/** Limits an agent's messages: above the limit it gets that answer, and the rest of that second is ignored (A33). */
export function limitMessages(socket: Socket, nodeId: number): void {
  const messages = new PerSecond(env.RATE_SOCKET_MESSAGES_PER_S);
  socket.use((packet, next) => {
    if (messages.admits()) return next();
    if (faults.seldom(`flood ${nodeId}`)) log.warn({ nodeId }, "an agent sends more messages than it may");
    acknowledgeOf(packet)({ retcode: "FAILED", human_readable_message: M.tooManyRequests({ seconds: 1 }) });
  });
}

/** Receives the messages with this name. An invalid message is refused here, answered to the agent and logged. */
export function hear<Message>(
  { socket, nodeId }: From,
  name: string,
  schema: z.ZodType<Message>,
  receive: (message: Message) => Promise<{ desiredVersion: number } | void>,
): void {
  socket.on(name, async (...given: unknown[]) => {
    const acknowledge = acknowledgeOf(given);
    const message = schema.safeParse(given[0], { error: () => M.unreadable });
    if (!message.success) {
      const fields = fieldsOf(message.error);
      if (faults.seldom(`refused ${nodeId} ${name}`))
        log.warn(
          { nodeId, name, fields: Object.keys(fields), agentVersion: helloVersionOf(socket) },
          "an agent's message was refused",
        );
      return acknowledge({ retcode: "ERROR", human_readable_message: M.unreadable, fields });
    }
    try {
      const done = await receive(message.data);
      faults.worked(TAKE);
      acknowledge({ retcode: "OK", ...(done ? { desired_version: done.desiredVersion } : {}) });
    } catch (error) {
      faults.failed(TAKE, error, { nodeId, name });
      acknowledge({ retcode: "FAILED", human_readable_message: M.busy });
    }
  });
}

function acknowledgeOf(given: readonly unknown[]): Acknowledge {
  const last = given.at(-1);
  return typeof last === "function" ? (last as Acknowledge) : () => {};
}

/** The version that the agent named when it connected; null when its message cannot be read. */
function helloVersionOf({ handshake }: Socket): string | null {
  return agentVersion.safeParse(handshake.auth["agent_version"]).data ?? null;
}

function fieldsOf({ issues }: z.ZodError): Record<string, string> {
  const first = issues.slice(0, NAMED_FIELDS);
  return Object.fromEntries(first.map(({ path, message }) => [path.join(".") || "body", message]));
}
