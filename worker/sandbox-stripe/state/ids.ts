import { createHash, randomBytes } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH = 24;

export type NextId = (prefix: string) => string;

/** Creates ids like Stripe's. Equal seeds give equal ids in order, so that a failing test can be repeated. */
export function makeIds(seed: string | null): NextId {
  let count = 0;
  return (prefix) => {
    count += 1;
    const bytes = seed === null ? randomBytes(LENGTH) : createHash("sha256").update(`${seed} ${count}`).digest();
    return `${prefix}_${[...bytes.subarray(0, LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("")}`;
  };
}
