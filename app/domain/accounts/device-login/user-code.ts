/** No vowels, so that no words come out, and nothing that is mistaken for another (RFC 8628, 6.1): 20 letters, some 34 bits a code. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const LENGTH = 8;

/** A code that a person compares and may type, as XXXX-XXXX; `random` gives a whole number below its argument. */
export function makeUserCode(random: (below: number) => number): string {
  return shaped(Array.from({ length: LENGTH }, () => LETTERS[random(LETTERS.length)]).join(""));
}

/** A code as it is stored, however it was typed: in any case, with or without the hyphen; null for what is no code. */
export function readUserCode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s-]/g, "");
  return letters.length === LENGTH && [...letters].every((letter) => LETTERS.includes(letter)) ? shaped(letters) : null;
}

function shaped(letters: string): string {
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}
