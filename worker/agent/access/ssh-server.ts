import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import type { StreamRequest } from "~/fleet/agent-streams";
import { SOCKET_NAME } from "../keeper/connect-inside";
import { introduce } from "../keeper/introduce";
import { readJson, readyFileSchema, type TaskFile } from "../task/folder";
import { ANSWER_WITHIN_MS, socketInside } from "./port-inside";
import { StreamRefusal } from "./stream-refusal";

/** Folders of the node's tasks, for every runtime. */
export interface TaskPlaces {
  file(placementId: string): TaskFile | null;
  root(placementId: string): string;
}

/** Returns the address of a task's SSH server on this machine. @throws StreamRefusal `no_task`. */
export function sshServerOf(tasks: TaskPlaces, placementId: string): { host: string; port: number } {
  const file = tasks.file(placementId);
  const ready = readJson(join(tasks.root(placementId), "ready.json"), readyFileSchema);
  if (!file || !ready) throw new StreamRefusal("no_task");
  const host = file.bind === "0.0.0.0" ? "127.0.0.1" : file.bind === "::" ? "::1" : file.bind;
  return { host, port: ready.port };
}

/**
 * Connects to a task's SSH server, and names the client for its log. The agent only passes bytes on: the keys are the
 * server's and the client's. @throws StreamRefusal.
 */
export async function openSsh(
  tasks: TaskPlaces,
  { placement_id: id, client = "unknown" }: Extract<StreamRequest, { kind: "ssh" }>,
): Promise<Socket> {
  const address = sshServerOf(tasks, id);
  const inside = tasks.file(id)?.kept ? socketInside(join(tasks.root(id), "run"), SOCKET_NAME) : null;
  const server = inside ?? connect({ ...address, noDelay: true });
  server.on("error", () => {});
  const late = setTimeout(() => server.destroy(new Error("late")), ANSWER_WITHIN_MS);
  try {
    await once(server, "connect");
    if (inside) inside.write(introduce({ remoteAddress: client }));
    return server;
  } catch {
    throw new StreamRefusal("no_listener");
  } finally {
    clearTimeout(late);
  }
}
