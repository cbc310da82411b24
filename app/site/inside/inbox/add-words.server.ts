import type { Tx } from "~/platform/db.server";

/** Characters of a message whose words are found. */
const READ = 20_000;
/** A conversation's words, as text, beyond which no more are added: a tsvector has at most 1 MB. */
const WORDS_MAX = 100_000;

/** Makes a text findable: the parts of addresses and of compound words are words. */
export const WORDS = `strip(to_tsvector('simple', translate(left($2, ${READ}), '@._+-/', '      ')))`;

/** Adds the words of a text to those by which staff find the conversation. */
export async function addWords(tx: Tx, { id, text }: { id: bigint; text: string }): Promise<void> {
  await tx.query(
    `update conversation set search = search || ${WORDS} where id = $1 and length(search::text) < ${WORDS_MAX}`,
    [id, text],
  );
}
