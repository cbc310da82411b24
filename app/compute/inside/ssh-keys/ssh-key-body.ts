const ED25519_BYTES = 32;
/** Bytes of an uncompressed point: a 4, then both coordinates. */
const POINT_BYTES: Record<string, number> = { nistp256: 65, nistp384: 97, nistp521: 133 };

/** Types of key that are accepted (9.2). */
export const KEY_TYPES = [
  "ssh-ed25519",
  "ecdsa-sha2-nistp256",
  "ecdsa-sha2-nistp384",
  "ecdsa-sha2-nistp521",
  "ssh-rsa",
  "sk-ssh-ed25519@openssh.com",
  "sk-ecdsa-sha2-nistp256@openssh.com",
];

/** Reads the length-prefixed parts of a key's bytes (RFC 4251); an empty part replaces one that does not fit. */
export class WireReader {
  #at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  part(): Uint8Array {
    const from = this.#at + 4;
    if (from > this.#bytes.length) return this.#fail();
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset + this.#at, 4);
    const to = from + view.getUint32(0);
    if (to > this.#bytes.length) return this.#fail();
    this.#at = to;
    return this.#bytes.subarray(from, to);
  }

  text(): string {
    return new TextDecoder().decode(this.part());
  }

  /** Checks that every byte was read, no more and no less. */
  isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  #fail(): Uint8Array {
    this.#at = Infinity;
    return new Uint8Array();
  }
}

/** Checks that all inner lengths of a key of this type fit exactly. */
export function isWellFormed(type: string, bytes: Uint8Array): boolean {
  const reader = new WireReader(bytes);
  if (reader.text() !== type) return false;
  return hasParts(type, reader) && reader.isAtEnd();
}

function hasParts(type: string, reader: WireReader): boolean {
  if (type === "ssh-rsa") return isPositive(reader.part()) && isPositive(reader.part());
  const key = type.includes("ed25519") ? reader.part().length === ED25519_BYTES : isPoint(type, reader);
  return key && (!type.startsWith("sk-") || reader.part().length > 0);
}

function isPoint(type: string, reader: WireReader): boolean {
  const curve = reader.text();
  const point = reader.part();
  return type.includes(`-${curve}`) && point.length === POINT_BYTES[curve] && point[0] === 4;
}

/** Checks for a multiple-precision integer above 0 in its shortest form. */
function isPositive(part: Uint8Array): boolean {
  const [first = 0x80, second = 0] = part;
  return first < 0x80 && (first !== 0 || second >= 0x80);
}

export function rsaBitsOf(bytes: Uint8Array): number {
  const reader = new WireReader(bytes);
  reader.part();
  reader.part();
  const modulus = reader.part();
  const from = modulus[0] === 0 ? 1 : 0;
  return (modulus.length - from) * 8 - Math.clz32(modulus[from] ?? 0) + 24;
}
