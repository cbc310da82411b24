const BITS = 32;

/** A set of small whole numbers that finds its lowest members fast: one bit for each number. */
export class RankSet {
  private readonly words: Uint32Array;
  size = 0;

  constructor(capacity: number) {
    this.words = new Uint32Array(Math.ceil(capacity / BITS));
  }

  add(rank: number): void {
    const [index, bit] = [rank >>> 5, 1 << (rank & 31)];
    const word = this.words[index] ?? 0;
    if ((word & bit) !== 0) return;
    this.words[index] = word | bit;
    this.size += 1;
  }

  delete(rank: number): void {
    const [index, bit] = [rank >>> 5, 1 << (rank & 31)];
    const word = this.words[index] ?? 0;
    if ((word & bit) === 0) return;
    this.words[index] = word & ~bit;
    this.size -= 1;
  }

  /** Returns the lowest members in order, at most `count`; with `within`, only those that both sets contain. */
  lowest(count: number, within?: RankSet): number[] {
    const found: number[] = [];
    if (this.size === 0) return found;
    for (let index = 0; index < this.words.length && found.length < count; index += 1) {
      let word = (this.words[index] ?? 0) & (within ? (within.words[index] ?? 0) : -1);
      while (word !== 0 && found.length < count) {
        const lowestBit = word & -word;
        found.push(index * BITS + 31 - Math.clz32(lowestBit));
        word ^= lowestBit;
      }
    }
    return found;
  }
}
