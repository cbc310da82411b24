import { randomInt } from "node:crypto";
import type { Tx } from "~/platform/db.server";
import { hashOfSecret } from "~/platform/secret.server";

const CODES = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** Excludes characters that are easily misread: 0 and o, 1, i and l. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";

/** Replaces a user's recovery codes by ten new ones, `xxxx-xxxx-xxxx-xxxx` (79 bits); only hashes are stored. */
export async function makeRecoveryCodes(tx: Tx, { userId }: { userId: number }): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await tx.query(`delete from recovery_code where user_id = $1`, [userId]);
  await tx.query(`insert into recovery_code (user_id, hash) select $1, unnest($2::text[])`, [
    userId,
    codes.map((code) => hashOfSecret(plain(code))),
  ]);
  return codes;
}

/** Uses up a code; false if it is unknown or used. Ignores hyphens, blanks and case. */
export async function takeRecoveryCode(
  tx: Tx,
  { userId, code, now }: { userId: number; code: string; now: Date },
): Promise<boolean> {
  const taken = await tx.query(
    `update recovery_code set used_at = $3 where user_id = $1 and hash = $2 and used_at is null returning hash`,
    [userId, hashOfSecret(plain(code)), now],
  );
  return taken.length > 0;
}

function newCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

function plain(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, "");
}
