import { Counter, Gauge, Registry } from "prom-client";
import type { LinkStream } from "../streams/link-stream";
import type { OpenStream } from "./open-streams";

type Kind = OpenStream["kind"];

/** Metrics of the traffic into tasks at this worker. Never by task: labels stay few (decision 0268). */
export const accessRegistry = new Registry();

const open = new Gauge({
  name: "millrace_ways_open",
  help: "Streams into tasks that are open at this worker, or about to be: terminals, requests to ports, and SSH through the gateway",
  labelNames: ["kind"],
  registers: [accessRegistry],
});
const opened = new Counter({
  name: "millrace_ways_opened_total",
  help: "Streams into tasks that this worker opened",
  labelNames: ["kind"],
  registers: [accessRegistry],
});
const bytes = new Counter({
  name: "millrace_ways_bytes_total",
  help: "Bytes that went through streams into tasks, by direction",
  labelNames: ["kind", "direction"],
  registers: [accessRegistry],
});
for (const kind of ["terminal", "port", "ssh"] satisfies Kind[]) {
  open.set({ kind }, 0);
  opened.inc({ kind }, 0);
  for (const direction of ["to_task", "from_task"]) bytes.inc({ kind, direction }, 0);
}

/** Counts one more open stream; returns a function that uncounts it. */
export function countOpen(kind: Kind): () => void {
  open.inc({ kind });
  return () => open.dec({ kind });
}

/** Counts a stream that was opened, and its bytes as they go. */
export function countStream(kind: Kind, stream: LinkStream): LinkStream {
  opened.inc({ kind });
  stream.onSent = (sent) => bytes.inc({ kind, direction: "to_task" }, sent);
  stream.onArrived = (arrived) => bytes.inc({ kind, direction: "from_task" }, arrived);
  return stream;
}
