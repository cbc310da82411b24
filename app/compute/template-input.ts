import { M } from "~/platform/messages";
import { isPlainName } from "~/platform/plain-name";
import { Refusal } from "~/platform/refusal";
import { requireVolumePath } from "./inside/volumes/volume-input";
import { isPort, PORTS_MAX } from "./inside/ports/ports";

/** Limit of templates per tenant. */
export const TEMPLATES_MAX = 50;

const COMMAND_MAX = 4096;
const USERNAME_MAX = 255;
const PASSWORD_MAX = 8192;

/** Typed fields of a template other than image and variables. */
interface TypedParts {
  name: string;
  startCommand: string;
  httpPorts: readonly number[];
  volumePath: string;
  registryUsername: string;
  registryPassword: string;
}

/** Returns those parts in their stored form. @throws Refusal M80, M287, M291, M292, M294. */
export function requireParts<Parts extends TypedParts>(parts: Parts): Parts {
  if (!isPlainName(parts.name)) throw Refusal.ofField("name", M.templateNameWrong);
  limit("start_command", "The start command", parts.startCommand, COMMAND_MAX);
  limit("registry_username", "The registry user", parts.registryUsername, USERNAME_MAX);
  limit("registry_password", "The registry password", parts.registryPassword, PASSWORD_MAX);
  const httpPorts = requirePorts(parts.httpPorts);
  const volumePath = parts.volumePath === "" ? "" : requireVolumePath(parts.volumePath, "volume_path");
  return { ...parts, httpPorts, volumePath };
}

function limit(field: string, label: string, text: string, n: number): void {
  if (text.length > n) throw Refusal.ofField(field, M.fieldTooLong({ field: label, n }));
}

function requirePorts(ports: readonly number[]): number[] {
  const distinct = [...new Set(ports)];
  if (!distinct.every(isPort)) throw Refusal.ofField("http_ports", M.wrongPort);
  if (distinct.length > PORTS_MAX) throw Refusal.ofField("http_ports", `A template opens at most ${PORTS_MAX} ports.`);
  return distinct.sort((a, b) => a - b);
}

/** Ports as they are typed: `8888, 6006`. @throws Refusal M291. */
export function parsePorts(text: string): number[] {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  if (!words.every((word) => /^\d{1,5}$/.test(word))) throw Refusal.ofField("http_ports", M.wrongPort);
  return words.map(Number);
}
