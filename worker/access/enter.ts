import type { TaskAccess } from "~/compute/find-task-access.server";
import { env } from "~/platform/env.server";
import { type LinkStream, StreamEnd } from "../streams/link-stream";
import type { OpenStream, OpenStreams } from "./open-streams";
import type { Asked, Reach } from "./reach";

/** The traffic into tasks: streams that can be opened, and those that are open here. */
export interface Ways {
  reach: Reach;
  open: OpenStreams;
}

interface Entering extends Pick<OpenStream, "sessionId" | "mayStay" | "end"> {
  access: TaskAccess;
  asked: Exclude<Asked, { kind: "terminal" }>;
}

/** A stream into a task; `leave` ends it, whichever side goes first. */
export interface Entry {
  stream: LinkStream;
  leave: () => void;
}

/** The word for a task that has as many connections of that kind as it may have. */
export const FULL = "full";

/** Opens a stream for a connection from outside, or returns the word for its refusal. */
export async function enter({ reach, open }: Ways, { access, asked, ...own }: Entering): Promise<Entry | string> {
  const { kind } = asked;
  if (open.count(access.resvGuid, kind) >= env.TASK_CONNECTIONS) return FULL;
  let stream: LinkStream | undefined;
  // It takes its slot before it opens; otherwise concurrent ones would exceed the limit.
  const out = open.add(access.resvGuid, { kind, ...own });
  const leave = () => {
    out();
    stream?.destroy();
  };
  try {
    stream = await reach.open(access, asked);
    return { stream, leave };
  } catch (error) {
    leave();
    if (error instanceof StreamEnd) return error.reason;
    throw error;
  }
}
