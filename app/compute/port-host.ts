import { isPort } from "./inside/ports/ports";

/** A port of a task's node in a host name. */
export interface PortName {
  port: number;
  /** Node of the task, from 1. */
  node: number;
  /** Label of the task: random, 20 hexadecimal digits. */
  label: string;
}

/** The first node's name has no node number, so that each place has one name. */
const NAME = /^([1-9]\d{0,4})(?:-n([2-9]|[1-9]\d))?-([0-9a-f]{20})$/;

/** `8888`, or `8888-n2` on the second node. */
export function portWord({ port, node }: Pick<PortName, "port" | "node">): string {
  return node === 1 ? String(port) : `${port}-n${node}`;
}

/**
 * Builds the host that browsers open: `{port}-{label}.{TASK_HOST}`, and `{port}-n{node}-{label}.{TASK_HOST}` for
 * further nodes.
 */
export function portHost(name: PortName, taskHost: string): string {
  return `${portWord(name)}-${name.label}.${taskHost}`;
}

/** Builds its origin: https everywhere but on this machine's own loopback. */
export function portOrigin(name: PortName, taskHost: string): string {
  return `${isLoopbackHost(taskHost) ? "http" : "https"}://${portHost(name, taskHost)}`;
}

/** Checks whether a request for that `Host` is meant for tasks. */
export function isTaskHost(host: string, taskHost: string): boolean {
  return withoutPort(host.toLowerCase()).endsWith(`.${withoutPort(taskHost)}`);
}

/**
 * The port that a `Host` names, or null. It is one label before the host of tasks, and nothing else: no user, no
 * further label, no zero before the number. The proxy's own port does not matter.
 */
export function parsePortHost(host: string, taskHost: string): PortName | null {
  const name = withoutPort(host.toLowerCase());
  const suffix = `.${withoutPort(taskHost)}`;
  if (!name.endsWith(suffix)) return null;
  const [, port = "", node = "1", label = ""] = NAME.exec(name.slice(0, -suffix.length)) ?? [];
  return isPort(Number(port)) ? { port: Number(port), node: Number(node), label } : null;
}

export function isLoopbackHost(host: string): boolean {
  return /^(.+\.)?localhost$/.test(withoutPort(host));
}

function withoutPort(host: string): string {
  return host.replace(/:\d{1,5}$/, "");
}
