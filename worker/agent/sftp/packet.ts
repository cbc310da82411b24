import { SftpFault } from "./status";

/** Longest packet, as in OpenSSH: the largest write of a client, and the fields around it. */
export const PACKET_MAX = 256 * 1024;

/** Cuts a stream into packets. @throws SftpFault for one of a length that no client sends. */
export async function* packetsOf(input: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let held = 0;
  let wanted = 4;
  for await (const chunk of input) {
    chunks.push(chunk);
    held += chunk.length;
    while (held >= wanted) {
      const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      const length = bytes.readUInt32BE(0);
      if (length === 0 || length > PACKET_MAX) throw new SftpFault("a packet of an impossible length");
      const whole = bytes.length >= 4 + length;
      if (whole) yield bytes.subarray(4, 4 + length);
      const rest = whole ? bytes.subarray(4 + length) : bytes;
      wanted = whole ? 4 : 4 + length;
      chunks = rest.length > 0 ? [rest] : [];
      held = rest.length;
    }
  }
}

/** Reads the fields of one packet in order. @throws SftpFault where one reaches beyond the packet's end. */
export class PacketReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  byte(): number {
    return this.#take(1).readUInt8(0);
  }

  uint32(): number {
    return this.#take(4).readUInt32BE(0);
  }

  /** Reads a position or size; files larger than exact numbers do not exist. */
  uint64(): number {
    const value = Number(this.#take(8).readBigUInt64BE(0));
    if (!Number.isSafeInteger(value)) throw new SftpFault("a number that is too large");
    return value;
  }

  bytes(): Buffer {
    return this.#take(this.uint32());
  }

  text(): string {
    return this.bytes().toString("latin1");
  }

  /** The name of a file, byte for byte: names need not be UTF-8. An empty one means the home folder. */
  path(): Buffer {
    const path = this.bytes();
    if (path.includes(0)) throw new SftpFault("a name with a zero in it");
    return path.length === 0 ? Buffer.from(".") : path;
  }

  #take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new SftpFault("a packet that ends too early");
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

export function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(Math.max(0, Math.trunc(value))));
  return bytes;
}

export function string(value: string | Buffer): Buffer {
  const bytes = typeof value === "string" ? Buffer.from(value) : value;
  return Buffer.concat([uint32(bytes.length), bytes]);
}

/** Builds a packet of these parts, with its length first. */
export function packet(type: number, ...parts: Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 1);
  return Buffer.concat([uint32(length), Buffer.of(type), ...parts]);
}
