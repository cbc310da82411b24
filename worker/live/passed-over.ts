const REMEMBERED_MS = 30_000;
const REMEMBERED_MAX = 5_000;

/**
 * Ids that a reader skipped: it saw larger ones, but their transactions have not committed yet, or never will. They are
 * read again for a while.
 */
export class PassedOver {
  readonly #sinceMs = new Map<bigint, number>();

  /** Records a read: `rows` in the order of their ids, `floor` the largest id known before. */
  note(floor: bigint, rows: { id: bigint }[], nowMs: number): void {
    let expected = floor > 0n ? floor + 1n : rows[0]?.id;
    for (const { id } of rows) {
      this.#sinceMs.delete(id);
      if (expected === undefined || id < expected) continue;
      for (; expected < id; expected += 1n) {
        if (this.#sinceMs.size < REMEMBERED_MAX) this.#sinceMs.set(expected, nowMs);
        else expected = id - 1n;
      }
      expected = id + 1n;
    }
  }

  /** The ids that are still requested. */
  ids(nowMs: number): bigint[] {
    for (const [id, sinceMs] of this.#sinceMs) if (nowMs - sinceMs > REMEMBERED_MS) this.#sinceMs.delete(id);
    return [...this.#sinceMs.keys()];
  }
}
