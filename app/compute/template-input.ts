import { M } from "~/compute/messages";
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
  start_command: string;
  http_ports: number[];
  volume_path: string;
  registry_username: string;
  registry_password: string;
}

/** Returns those parts in their stored form. @throws Refusal M80, M287, M291, M292, M294. */
export function requireParts<Parts extends TypedParts>(parts: Parts): Parts {
  if (!isPlainName(parts.name)) throw Refusal.ofField("name", M.templateNameWrong);
  limit("start_command", "The start command", parts.start_command, COMMAND_MAX);
  limit("registry_username", "The registry user", parts.registry_username, USERNAME_MAX);
  limit("registry_password", "The registry password", parts.registry_password, PASSWORD_MAX);
  const http_ports = requirePorts(parts.http_ports);
  const volume_path = parts.volume_path === "" ? "" : requireVolumePath(parts.volume_path, "volume_path");
  return { ...parts, http_ports, volume_path };
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

/** Ports as typed: `8888, 6006`. @throws Refusal M291. */
export function parsePorts(text: string): number[] {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  if (!words.every((word) => /^\d{1,5}$/.test(word))) throw Refusal.ofField("http_ports", M.wrongPort);
  return words.map(Number);
}
