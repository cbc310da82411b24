import type { Handles } from "./handles";
import { packet, type PacketReader, string, uint32 } from "./packet";

/** Numbers of the requests and answers of protocol version 3. */
export const REQUEST = {
  INIT: 1,
  OPEN: 3,
  CLOSE: 4,
  READ: 5,
  WRITE: 6,
  LSTAT: 7,
  FSTAT: 8,
  SETSTAT: 9,
  FSETSTAT: 10,
  OPENDIR: 11,
  READDIR: 12,
  REMOVE: 13,
  MKDIR: 14,
  RMDIR: 15,
  REALPATH: 16,
  STAT: 17,
  RENAME: 18,
  READLINK: 19,
  SYMLINK: 20,
  EXTENDED: 200,
} as const;
export const ANSWER = {
  VERSION: 2,
  STATUS: 101,
  HANDLE: 102,
  DATA: 103,
  NAME: 104,
  ATTRS: 105,
  EXTENDED_REPLY: 201,
} as const;

/** Builds the answer to the request with this id. */
export type Answer = (id: Buffer) => Buffer;
/** Runs one packet's request; without an answer it succeeded. */
export type Request = (reader: PacketReader, handles: Handles) => Promise<Answer | void>;

export function handleAnswer(handle: number): Answer {
  return (id) => packet(ANSWER.HANDLE, id, string(uint32(handle)));
}

export interface Name {
  name: Buffer;
  longName: Buffer;
  attributes: Buffer;
}

export function namesAnswer(names: Name[]): Answer {
  const parts = names.flatMap((one) => [string(one.name), string(one.longName), one.attributes]);
  return (id) => packet(ANSWER.NAME, id, uint32(names.length), ...parts);
}

export function statusAnswer(code: number, message: string): Answer {
  return (id) => packet(ANSWER.STATUS, id, uint32(code), string(message), string("en"));
}
