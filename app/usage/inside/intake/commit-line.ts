interface Waiting<Ask, Answer> {
  ask: Ask;
  done: (answer: Answer) => void;
  failed: (error: unknown) => void;
}

/**
 * Processes a request together with those that wait: while one transaction runs, the next ones gather, so that small
 * requests cost few commits and connections. Answers follow the commit. If a shared transaction fails, each request is
 * retried alone, so that a faulty one harms no other (decision 0194).
 */
export function commitLine<Ask, Answer>(given: {
  /** Share of `atOnce` that a request takes; a single request may exceed it. */
  sizeOf: (ask: Ask) => number;
  atOnce: number;
  /** Transactions at the same time. A further one begins only when it can be filled: larger transactions are cheaper. */
  parallel?: number;
  /** Runs one transaction; returns an answer for each request, in order. */
  together: (asks: readonly Ask[]) => Promise<Answer[]>;
  /** Size of the line beyond which a request is refused with the error of `full`. */
  waitingMax?: number;
  full?: () => Error;
}): (ask: Ask) => Promise<Answer> {
  const { sizeOf, atOnce, parallel = 1, together, waitingMax = Infinity, full } = given;
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
    // Lets requests that arrived at the same time join the transaction.
    await new Promise(setImmediate);
    while (mayBegin(running - 1)) await carryOut(takeNext());
    running -= 1;
  };
  return async (ask) => {
    if (waitingSize >= waitingMax && full) throw full();
    return await new Promise<Answer>((done, failed) => {
      waiting.push({ ask, done, failed });
      waitingSize += sizeOf(ask);
      if (running < parallel && mayBegin(running)) void work();
    });
  };
}
