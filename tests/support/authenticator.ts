import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

interface Options {
  challenge: string;
  user?: { id: string };
}

/** Deviations of this one from an honest authenticator. */
interface Oddity {
  origin?: string;
  rpID?: string;
  challenge?: string;
  /** True if it verified the person. */
  verified?: boolean;
  counter?: number;
  userHandle?: string;
}

const UP = 0x01;
const UV = 0x04;
const ATTESTED = 0x40;

/** An authenticator in software, with one passkey: P-256, and a counter that increases. */
export class Authenticator {
  readonly id = randomBytes(24).toString("base64url");
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #site: { origin: string; rpID: string };
  #userHandle = "";
  #counter = 0;

  constructor(origin: string) {
    this.#site = { origin, rpID: new URL(origin).hostname };
  }

  /** Creates its passkey, as the field of the form. */
  make(options: Options, odd: Oddity = {}): string {
    this.#userHandle = options.user?.id ?? "";
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, coseOf(this.#keys.publicKey)]);
    const authData = Buffer.concat([this.#data(ATTESTED, odd), attested]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(authData)],
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData("webauthn.create", options, odd),
      attestationObject: base64url(isoCBOR.encode(attestation as never)),
      transports: ["internal"],
    });
  }

  /** Logs in with it. */
  sign(options: Options, odd: Oddity = {}): string {
    this.#counter += 1;
    const authenticatorData = this.#data(0, odd);
    const clientDataJSON = this.#clientData("webauthn.get", options, odd);
    const hash = createHash("sha256").update(Buffer.from(clientDataJSON, "base64url")).digest();
    const signature = createSign("sha256").update(authenticatorData).update(hash).sign(this.#keys.privateKey);
    const userHandle = odd.userHandle ?? this.#userHandle;
    return this.#credential({
      ...{
        clientDataJSON,
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
        userHandle,
      },
    });
  }

  #data(flags: number, { rpID = this.#site.rpID, verified = true, counter = this.#counter }: Oddity): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const all = flags | UP | (verified ? UV : 0);
    return Buffer.concat([createHash("sha256").update(rpID).digest(), Buffer.from([all]), count]);
  }

  #clientData(type: string, options: Options, odd: Oddity): string {
    const { origin = this.#site.origin, challenge = options.challenge } = odd;
    return base64url(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })));
  }

  #credential(response: Record<string, unknown>): string {
    const { id } = this;
    return JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });
  }
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}

function coseOf(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const cose = new Map<number, unknown>([
    ...([
      [1, 2],
      [3, -7],
      [-1, 1],
    ] as [number, number][]),
    ...([
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ] as [number, unknown][]),
  ]);
  return Buffer.from(isoCBOR.encode(cose as never));
}
