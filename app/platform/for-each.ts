/** Thrown when part of the work is done; `errors` holds the faults of the rest. */
export class PartFailed extends AggregateError {}

/**
 * Runs the work for one item after the other, or for `atOnce` items at a time. A fault does not affect other items and
 * is thrown at the end: as `PartFailed` if others succeeded, else as it is, or several in one AggregateError.
 * @returns the results, in the order of their ends.
 */
export async function forEach<One, Done>(
  all: Iterable<One>,
  work: (one: One) => Promise<Done>,
  { atOnce = 1 } = {},
): Promise<Done[]> {
  const done: Done[] = [];
  const faults: unknown[] = [];
  let part = false;
  const rest = all[Symbol.iterator]();
  const runner = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) {
      try {
        done.push(await work(next.value));
      } catch (fault) {
        part ||= fault instanceof PartFailed;
        faults.push(...faultsOf(fault));
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runner));
  if (faults.length > 0) {
    if (part || done.length > 0) throw new PartFailed(faults, textOf(faults));
    throw faults.length === 1 ? faults[0] : new AggregateError(faults, textOf(faults));
  }
  return done;
}

/** Runs counting work as `forEach` does. @returns the sum of the counts. */
export async function sumOfEach<One>(all: Iterable<One>, work: (one: One) => Promise<number>): Promise<number> {
  return (await forEach(all, work)).reduce((sum, count) => sum + count, 0);
}

/** Runs named steps as `forEach` does. The message of each fault begins with the name of its step. */
export async function forEachStep(steps: Record<string, () => Promise<unknown>>): Promise<void> {
  await forEach(Object.entries(steps), async ([name, step]) => {
    try {
      await step();
    } catch (fault) {
      const named = faultsOf(fault).map((cause) => new Error(`${name}: ${messageOf(cause)}`, { cause }));
      const Thrown = fault instanceof PartFailed ? PartFailed : AggregateError;
      throw new Thrown(named, textOf(named));
    }
  });
}

/**
 * Runs the work for all items at once. If that fails, it runs for each half, and so on, until only the faulty items are
 * omitted. Their faults are thrown as in `forEach`.
 */
export async function forAll<One, Done>(
  all: readonly One[],
  work: (some: readonly One[]) => Promise<Done>,
): Promise<Done[]> {
  if (all.length === 0) return [];
  try {
    return [await work(all)];
  } catch (fault) {
    if (all.length === 1) throw fault;
    return (await forEach(partsOf(all, Math.ceil(all.length / 2)), (half) => forAll(half, work))).flat();
  }
}

/** Runs counting work as `forAll` does. @returns the sum of the counts. */
export async function sumOfAll<One>(
  all: readonly One[],
  work: (some: readonly One[]) => Promise<number>,
): Promise<number> {
  return (await forAll(all, work)).reduce((sum, count) => sum + count, 0);
}

/** Lists the single faults inside one; nested work reports several in one error. */
export function faultsOf(fault: unknown): unknown[] {
  return fault instanceof AggregateError ? fault.errors : [fault];
}

/** Splits a list into parts of `size` items; the last part may be smaller. */
export function partsOf<One>(all: readonly One[], size: number): One[][] {
  const starts = Array.from({ length: Math.ceil(all.length / size) }, (_, part) => part * size);
  return starts.map((from) => all.slice(from, from + size));
}

/** Summarizes a few faults as text, which can cross a thread's border or go into a log. */
function textOf(faults: readonly unknown[]): string {
  const more = faults.length > MOST_SHOWN ? `; and ${faults.length - MOST_SHOWN} more` : "";
  return `${faults.slice(0, MOST_SHOWN).map(messageOf).join("; ")}${more}`;
}

const MOST_SHOWN = 5;

function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
