/**
 * Returns a source of numbers that are equal for equal seeds (mulberry32): every demo has the same past, and a rehearsal
 * the same result.
 */
export function chanceOf(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** Returns a number from 0 to below 1. */
    next,
    /** Returns true with that probability, 0 to 1. */
    happens: (likelihood: number) => next() < likelihood,
    /** Returns a whole number from `from` to `to`. */
    whole: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
    one: <T>(choices: readonly [T, ...T[]]): T => choices[Math.floor(next() * choices.length)] ?? choices[0],
    /** Returns an id of that kind, such as a payment's. */
    uuid: () => {
      const hex = Array.from({ length: 32 }, () => Math.floor(next() * 16).toString(16)).join("");
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}

export type Chance = ReturnType<typeof chanceOf>;
