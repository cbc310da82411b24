interface Waiting<Ask, Answer> {
  ask: Ask;
  done: (answer: Answer) => void;
  failed: (error: unknown) => void;
}

/**
 * Does what is asked together with what waits: while one transaction runs the next ones gather, so that many small ones cost few
 * commits and few connections. Answers come after the commit. Where a shared transaction fails each is tried alone: nobody suffers
 * for another's (decision 0194).
 */
export function commitLine<Ask, Answer>(given: {
  /** Share of `atOnce` that one request takes; a request alone may exceed it. */
  sizeOf: (ask: Ask) => number;
  atOnce: number;
  /** Transactions at the same time. A further one begins only when it can be filled: larger transactions are cheaper. */
  parallel?: number;
  /** One transaction; an answer for each, in their order. */
  together: (asks: readonly Ask[]) => Promise<Answer[]>;
}): (ask: Ask) => Promise<Answer> {
  const { sizeOf, atOnce, parallel = 1, together } = given;
  let waiting: Waiting<Ask, Answer>[] = [];
  let waitingSize = 0;
  let running = 0;

  const takeNext = () => {
    let [size, count] = [0, 0];
    for (const { ask } of waiting) {
      size += sizeOf(ask);
      if (count > 0 && size > atOnce) break;
      count += 1;
    }
    const next = waiting.slice(0, count);
    waiting = waiting.slice(count);
    for (const { ask } of next) waitingSize -= sizeOf(ask);
    return next;
  };
  const carryOut = async (some: readonly Waiting<Ask, Answer>[]): Promise<void> => {
    try {
      const answers = await together(some.map(({ ask }) => ask));
      some.forEach(({ done }, at) => done(answers[at] as Answer));
    } catch (error) {
      if (some.length === 1) some[0]?.failed(error);
      else await Promise.all(some.map((one) => carryOut([one])));
    }
  };
  const mayBegin = (others: number) => waiting.length > 0 && (others === 0 || waitingSize >= atOnce);
  const work = async () => {
    running += 1;
    // Requests that came with the first are read before it begins.
    await new Promise(setImmediate);
    while (mayBegin(running - 1)) await carryOut(takeNext());
    running -= 1;
  };
  return async (ask) =>
    await new Promise<Answer>((done, failed) => {
      waiting.push({ ask, done, failed });
      waitingSize += sizeOf(ask);
      if (running < parallel && mayBegin(running)) void work();
    });
}
