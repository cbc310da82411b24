import { hash, verify } from "@node-rs/argon2";

// The library's default algorithm is argon2id; the costs are OWASP's second profile (19 MiB, 2 passes, 1 lane).
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export async function hashPassword(password: string): Promise<string> {
  return await hash(password, COST);
}

/**
 * Checks a password. Without a stored hash it does the same amount of work, so that timing does not reveal whether an
 * account exists.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const right = await verify(stored ?? (await hashOfDummy()), password);
  return stored !== null && right;
}

let dummyHash: Promise<string> | undefined;

function hashOfDummy(): Promise<string> {
  dummyHash ??= hashPassword("nobody has this password");
  return dummyHash;
}
