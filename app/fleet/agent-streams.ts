import { z } from "zod";

/**
 * Request of a worker to an agent on its connection `/ways`: a stream into a task on its node. The task is named by its
 * placement; ports are those of the task's own loopback.
 */
export const streamRequestSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("terminal"),
    placement_id: z.uuid(),
    cols: z.number().int().min(1).max(1000),
    rows: z.number().int().min(1).max(1000),
  }),
  z.object({ kind: z.literal("port"), placement_id: z.uuid(), port: z.number().int().min(1).max(65_535) }),
  // The task's SSH server, for a client with that address. Agents of older versions answer `failed`.
  z.object({ kind: z.literal("ssh"), placement_id: z.uuid(), client: z.ipv4().or(z.ipv6()).optional() }),
]);
export type StreamRequest = z.infer<typeof streamRequestSchema>;

/** New size of a terminal's window. */
export const terminalSizeSchema = z.object({
  cols: z.number().int().min(1).max(1000),
  rows: z.number().int().min(1).max(1000),
});
export type TerminalSize = z.infer<typeof terminalSizeSchema>;

/** Why an agent opens no stream: the task does not run there, nothing listens, its server rejects agents, or something failed. */
export const STREAM_REFUSALS = ["no_task", "no_listener", "old_task", "failed"] as const;
