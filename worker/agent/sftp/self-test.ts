import { Duplex } from "node:stream";
import { packet, packetsOf, string, uint32 } from "./packet";
import { ANSWER, REQUEST } from "./requests";
import { serveSftp } from "./serve";

const VERSION = 3;

/** A channel whose client has sent everything. */
class Asked extends Duplex {
  readonly answers: Buffer[] = [];

  constructor(questions: Buffer) {
    super();
    this.push(questions);
    this.push(null);
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.answers.push(chunk);
    done();
  }
}

/** Checks that a client gets its answers here: the greeting, and a listing of the home folder. */
export async function sftpWorks(): Promise<boolean> {
  const questions = [packet(REQUEST.INIT, uint32(VERSION)), packet(REQUEST.STAT, uint32(1), string("."))];
  const channel = new Asked(Buffer.concat(questions));
  try {
    await serveSftp(channel);
    const types: number[] = [];
    for await (const bytes of packetsOf(channel.answers)) types.push(bytes.readUInt8(0));
    return types.join() === [ANSWER.VERSION, ANSWER.ATTRS].join();
  } catch {
    return false;
  }
}
