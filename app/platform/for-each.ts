/** Part of the work is done. The faults of the rest stand in `errors`. */
export class PartFailed extends AggregateError {}

/**
 * Does the work for one after the other. The fault of one keeps no other waiting, but it is heard: thrown at the end, as
 * `PartFailed` where others were done, else as it is, or all in one AggregateError.
 * @returns what the work answered, in order.
 */
export async function forEach<One, Done>(all: Iterable<One>, work: (one: One) => Promise<Done>): Promise<Done[]> {
  const done: Done[] = [];
  const faults: unknown[] = [];
  let part = false;
  for (const one of all) {
    try {
      done.push(await work(one));
    } catch (fault) {
      part ||= fault instanceof PartFailed;
      faults.push(...faultsOf(fault));
    }
  }
  if (faults.length > 0) {
    if (part || done.length > 0) throw new PartFailed(faults, textOf(faults));
    throw faults.length === 1 ? faults[0] : new AggregateError(faults, textOf(faults));
  }
  return done;
}

/** The same for counts: their sum. */
export async function sumOfEach<One>(all: Iterable<One>, work: (one: One) => Promise<number>): Promise<number> {
  return (await forEach(all, work)).reduce((sum, count) => sum + count, 0);
}

/** The same for steps with names: each fault begins with the name of its step. */
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
 * Does the work for all at once. Where that fails, it is done for either half, and so on: in the end only those that are at
 * fault are left out, and their faults are heard as of `forEach`.
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

/** The same for counts: their sum. */
export async function sumOfAll<One>(
  all: readonly One[],
  work: (some: readonly One[]) => Promise<number>,
): Promise<number> {
  return (await forAll(all, work)).reduce((sum, count) => sum + count, 0);
}

/** Work that goes through others itself has told of each. */
export function faultsOf(fault: unknown): unknown[] {
  return fault instanceof AggregateError ? fault.errors : [fault];
}

/** Splits a list into parts of `size` items; the last part may be smaller. */
export function partsOf<One>(all: readonly One[], size: number): One[][] {
  const starts = Array.from({ length: Math.ceil(all.length / size) }, (_, part) => part * size);
  return starts.map((from) => all.slice(from, from + size));
}

/** A few of them in words: what crosses a thread's border or goes into a log is a text. */
function textOf(faults: readonly unknown[]): string {
  const more = faults.length > TOLD ? `; and ${faults.length - TOLD} more` : "";
  return `${faults.slice(0, TOLD).map(messageOf).join("; ")}${more}`;
}

const TOLD = 5;

function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
