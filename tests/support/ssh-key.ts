import { generateKeyPairSync } from "node:crypto";

/** A new ed25519 public key in the form of a `.pub` file; the private half is thrown away. */
export function anEd25519Line(comment = "test"): string {
  return `ssh-ed25519 ${anEd25519Body()} ${comment}`;
}

/** The base64 part of such a line. */
export function anEd25519Body(): string {
  const { publicKey } = generateKeyPairSync("ed25519");
  const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  const part = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);
  return Buffer.concat([part(Buffer.from("ssh-ed25519")), part(raw)]).toString("base64");
}
