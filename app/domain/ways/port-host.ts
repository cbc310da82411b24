import { isPort } from "./ports";

/** A port of a task as a host name says it. */
export interface PortName {
  port: number;
  /** What stands for the task: random, 20 hexadecimal digits. */
  label: string;
}

const NAME = /^([1-9]\d{0,4})-([0-9a-f]{20})$/;

/** `{port}-{label}.{TASK_HOST}`, as browsers ask for it. */
export function portHost({ port, label }: PortName, taskHost: string): string {
  return `${port}-${label}.${taskHost}`;
}

/** Its origin: by https wherever it is not this machine's own loopback. */
export function portOrigin(name: PortName, taskHost: string): string {
  return `${isLoopbackHost(taskHost) ? "http" : "https"}://${portHost(name, taskHost)}`;
}

/** Whether a request for that `Host` is one for tasks at all. */
export function isTaskHost(host: string, taskHost: string): boolean {
  return withoutPort(host.toLowerCase()).endsWith(`.${withoutPort(taskHost)}`);
}

/**
 * The port that a `Host` names, or null. It is one label before the host of tasks, and nothing else: no user, no further
 * label, no zero before the number. Which port it has itself is the proxy's matter.
 */
export function parsePortHost(host: string, taskHost: string): PortName | null {
  const name = withoutPort(host.toLowerCase());
  const suffix = `.${withoutPort(taskHost)}`;
  if (!name.endsWith(suffix)) return null;
  const [, port = "", label = ""] = NAME.exec(name.slice(0, -suffix.length)) ?? [];
  return isPort(Number(port)) ? { port: Number(port), label } : null;
}

export function isLoopbackHost(host: string): boolean {
  return /^(.+\.)?localhost$/.test(withoutPort(host));
}

function withoutPort(host: string): string {
  return host.replace(/:\d{1,5}$/, "");
}
