import { once } from "node:events";
import type { Duplex } from "node:stream";
import { extensions, offered } from "./extensions";
import { fileRequests } from "./file-requests";
import { Handles } from "./handles";
import { packet, PacketReader, packetsOf, uint32 } from "./packet";
import { pathRequests } from "./path-requests";
import { ANSWER, type Answer, type Request, REQUEST, statusAnswer } from "./requests";
import { SftpFault, statusOf, STATUS_CODE } from "./status";

const VERSION = 3;

const REQUESTS: Record<number, Request> = {
  ...fileRequests,
  ...pathRequests,
  [REQUEST.EXTENDED]: async (reader, handles) => {
    const extension = extensions[reader.text()];
    return extension ? await extension.request(reader, handles) : UNSUPPORTED;
  },
};
const DONE = statusAnswer(STATUS_CODE.OK, "Success");
const UNSUPPORTED = statusAnswer(STATUS_CODE.OP_UNSUPPORTED, "Not supported");

/**
 * Serves the SFTP subsystem, version 3, on one channel until its client ends it. Requests run one after the other in
 * their order. None is read while an answer waits for its client, so that a client cannot pile up work. @throws
 * SftpFault for a packet that no client sends.
 */
export async function serveSftp(channel: Duplex): Promise<void> {
  const handles = new Handles();
  try {
    let version: number | null = null;
    // The channel outlives a fault on it, so that its client gets the error.
    for await (const bytes of packetsOf(channel.iterator({ destroyOnReturn: false }))) {
      const reader = new PacketReader(bytes);
      const type = reader.byte();
      if (version === null) {
        if (type !== REQUEST.INIT) throw new SftpFault("no greeting");
        version = reader.uint32();
        await send(channel, packet(ANSWER.VERSION, uint32(VERSION), ...offered));
        continue;
      }
      const id = uint32(reader.uint32());
      await send(channel, (await answer(type, reader, handles))(id));
    }
  } finally {
    await handles.closeAll();
  }
}

async function answer(type: number, reader: PacketReader, handles: Handles): Promise<Answer> {
  const request = REQUESTS[type];
  if (!request) return UNSUPPORTED;
  try {
    return (await request(reader, handles)) ?? DONE;
  } catch (error) {
    const { code, message } = statusOf(error);
    return statusAnswer(code, message);
  }
}

/** Resolves when the client has room for more. */
async function send(channel: Duplex, bytes: Buffer): Promise<void> {
  if (channel.write(bytes)) return;
  const over = new AbortController();
  try {
    await Promise.race(["drain", "close"].map((event) => once(channel, event, { signal: over.signal })));
  } finally {
    over.abort();
  }
  if (channel.destroyed) throw new SftpFault("the client went away");
}
