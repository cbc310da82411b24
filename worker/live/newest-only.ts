interface Waiting<Given, Answer> {
  given: Given;
  answer: Promise<Answer>;
}

interface Running<Given, Answer> {
  done: Promise<unknown>;
  next: Waiting<Given, Answer> | null;
}

/**
 * Runs one piece of work per key at a time. Of the messages that arrive meanwhile, only the newest is processed, and
 * all callers get its answer. It suits messages that repeat all that earlier ones contained.
 */
export class NewestOnly<Key, Given, Answer> {
  readonly #work: (key: Key, given: Given) => Promise<Answer>;
  readonly #isOlder: (given: Given, than: Given) => boolean;
  readonly #running = new Map<Key, Running<Given, Answer>>();

  /** `isOlder` is for messages that may come late. */
  constructor(
    work: (key: Key, given: Given) => Promise<Answer>,
    isOlder: (given: Given, than: Given) => boolean = () => false,
  ) {
    this.#work = work;
    this.#isOlder = isOlder;
  }

  do(key: Key, given: Given): Promise<Answer> {
    const running = this.#running.get(key);
    if (!running) return this.#start(key, given);
    if (running.next) {
      if (!this.#isOlder(given, running.next.given)) running.next.given = given;
      return running.next.answer;
    }
    const answer = running.done.then(() => this.#start(key, next.given));
    const next: Waiting<Given, Answer> = { given, answer };
    running.next = next;
    return next.answer;
  }

  #start(key: Key, given: Given): Promise<Answer> {
    const answer = this.#work(key, given);
    const running: Running<Given, Answer> = { done: answer.catch(() => {}), next: null };
    this.#running.set(key, running);
    void running.done.then(() => {
      if (!running.next) this.#running.delete(key);
    });
    return answer;
  }
}
