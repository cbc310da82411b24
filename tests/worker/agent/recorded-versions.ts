import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("recorded-versions/", import.meta.url));

/** Messages between agent and control plane of one version. */
export interface Recording {
  version: string;
  /**
   * Messages by name: `enrolment`, `hello`, `observed-idle`, `observed-running`, `observed-stopped`, `load`, `logs`,
   * `desired`.
   */
  messages: Map<string, Message>;
}

export type Message = Record<string, unknown>;

/** Reads the recordings of every released version, and of some before the first. */
export function recordings(): Recording[] {
  return readdirSync(FOLDER).map((version) => {
    const files = readdirSync(FOLDER + version);
    const messages = files.map((file): [string, Message] => [
      file.replace(/\.json$/, ""),
      JSON.parse(readFileSync(`${FOLDER}${version}/${file}`, "utf8")) as Message,
    ]);
    return { version, messages: new Map(messages) };
  });
}

export function isRecorded(version: string): boolean {
  return existsSync(FOLDER + version);
}

export function record(version: string, messages: Record<string, unknown>): void {
  mkdirSync(FOLDER + version, { recursive: true });
  for (const [name, message] of Object.entries(messages))
    writeFileSync(`${FOLDER}${version}/${name}.json`, `${JSON.stringify(message, null, 2)}\n`);
}

/** The message changed to describe that placement and no other. */
export function ofPlacement(message: Message, placementId: string): Message {
  const text = JSON.stringify(message).replace(/("placement_id":")[^"]*/g, `$1${placementId}`);
  return JSON.parse(text) as Message;
}
