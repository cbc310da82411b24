interface Waiting<Ask, Answer> {
  ask: Ask;
  sender: unknown;
  size: number;
  /** Its turn: the one that the line had reached when it came, or the end of its sender's last request. */
  turn: number;
  done: (answer: Answer) => void;
  failed: (error: unknown) => void;
}

/**
 * Processes a request together with those that wait: while one transaction runs, the next ones gather, so that small
 * requests cost few commits and connections. Answers follow the commit. If a shared transaction fails, each request is
 * retried alone, so that a faulty one harms no other (decision 0194). Senders get equal shares of the transactions and
 * of the line: in a full one, the sender with most there makes room (decision 0623).
 */
export function commitLine<Ask, Answer>(given: {
  /** Share of `atOnce` that a request takes; the last of a transaction may exceed it, so that each can be full. */
  sizeOf: (ask: Ask) => number;
  /** All requests have one sender by default. */
  senderOf?: (ask: Ask) => unknown;
  atOnce: number;
  /** Transactions at the same time. A further one begins only when it can be filled: larger transactions are cheaper. */
  parallel?: number;
  /** Runs one transaction; returns an answer for each request, in order. */
  together: (asks: readonly Ask[]) => Promise<Answer[]>;
  /** Size of the line beyond which requests are refused. `full` gets the one that came and their sender's first. */
  waitingMax?: number;
  full?: (came: Ask, first: Ask) => Error;
}): (ask: Ask) => Promise<Answer> {
  const { sizeOf, senderOf, atOnce, parallel = 1, together, waitingMax = Infinity, full } = given;
  /** In the order of their turns. */
  let waiting: Waiting<Ask, Answer>[] = [];
  let waitingSize = 0;
  let running = 0;
  /** Turn of the last request that was taken. */
  let reached = 0;
  /** Ends of the last requests of senders, those that were taken included, until the line has reached them. */
  const ends = new Map<unknown, number>();

  const enter = (one: Omit<Waiting<Ask, Answer>, "turn">) => {
    const turn = ends.get(one.sender) ?? reached;
    ends.set(one.sender, turn + one.size);
    waiting.splice(waiting.findLastIndex((other) => other.turn <= turn) + 1, 0, { ...one, turn });
    waitingSize += one.size;
  };
  /** Refuses the newest requests of the sender with most in the line. @throws if that is the one that came. */
  const makeRoom = (came: Pick<Waiting<Ask, Answer>, "ask" | "sender" | "size">) => {
    while (full && waitingSize >= waitingMax) {
      const sizes = new Map([[came.sender, came.size]]);
      for (const { sender, size } of waiting) sizes.set(sender, (sizes.get(sender) ?? 0) + size);
      const [largest] = [...sizes].reduce((most, next) => (next[1] > most[1] ? next : most));
      const first = waiting.find(({ sender }) => sender === largest) ?? came;
      const refusal = full(came.ask, first.ask);
      const at = waiting.findLastIndex(({ sender }) => sender === largest);
      const [newest] = largest === came.sender ? [] : waiting.splice(at, 1);
      if (!newest) throw refusal;
      waitingSize -= newest.size;
      ends.set(largest, newest.turn);
      newest.failed(refusal);
    }
  };
  const takeNext = () => {
    let [size, count] = [0, 0];
    for (const one of waiting) {
      if (size >= atOnce) break;
      size += one.size;
      count += 1;
    }
    const next = waiting.slice(0, count);
    waiting = waiting.slice(count);
    for (const one of next) waitingSize -= one.size;
    reached = next.at(-1)?.turn ?? reached;
    for (const [sender, end] of ends) if (end <= reached) ends.delete(sender);
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
    const came = { ask, sender: senderOf?.(ask), size: sizeOf(ask) };
    makeRoom(came);
    return await new Promise<Answer>((done, failed) => {
      enter({ ...came, done, failed });
      if (running < parallel && mayBegin(running)) void work();
    });
  };
}
