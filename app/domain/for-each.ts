/**
 * Does the work for one after the other. The fault of one keeps no other waiting, but it is heard: thrown at the end, as
 * it is where it is the only one, else all in one AggregateError.
 * @returns what the work answered, in order.
 */
export async function forEach<One, Done>(all: Iterable<One>, work: (one: One) => Promise<Done>): Promise<Done[]> {
  const done: Done[] = [];
  const faults: unknown[] = [];
  for (const one of all) {
    try {
      done.push(await work(one));
    } catch (fault) {
      // Work that goes through others itself has told of each.
      faults.push(...(fault instanceof AggregateError ? fault.errors : [fault]));
    }
  }
  if (faults.length > 0) throw faults.length === 1 ? faults[0] : new AggregateError(faults);
  return done;
}

/** The same for counts: their sum. */
export async function sumOfEach<One>(all: Iterable<One>, work: (one: One) => Promise<number>): Promise<number> {
  return (await forEach(all, work)).reduce((sum, count) => sum + count, 0);
}

/** In parts of so many, the last one smaller. */
export function partsOf<One>(all: readonly One[], size: number): One[][] {
  const starts = Array.from({ length: Math.ceil(all.length / size) }, (_, part) => part * size);
  return starts.map((from) => all.slice(from, from + size));
}
