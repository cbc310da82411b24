/**
 * Letters of a code, without vowels, so that codes spell no words, and without similar letters (RFC 8628, 6.1): 20
 * letters, about 34 bits a code.
 */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const LENGTH = 8;

/** Creates a code that a person compares or types, as XXXX-XXXX. `random` returns a whole number below its argument. */
export function makeUserCode(random: (below: number) => number): string {
  return shaped(Array.from({ length: LENGTH }, () => LETTERS[random(LETTERS.length)]).join(""));
}

/** Converts a typed code to its stored form: any case, with or without the hyphen; null if it is not a code. */
export function readUserCode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s-]/g, "");
  return letters.length === LENGTH && [...letters].every((letter) => LETTERS.includes(letter)) ? shaped(letters) : null;
}

function shaped(letters: string): string {
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}
