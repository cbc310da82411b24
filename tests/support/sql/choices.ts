/**
 * Paths through code whose branches are unknown before it runs. `choose` takes one of several branches, always the same
 * one for the same `key`; `everyWay` goes through all of them.
 */
export class Choices {
  #path: { key: unknown; picked: number; of: number }[] = [];
  #next = 0;
  #made = new Map<unknown, number>();

  choose(key: unknown, of: number): number {
    const made = this.#made.get(key);
    if (made !== undefined) return made;
    const step = this.#path[this.#next] ?? { key, picked: 0, of };
    this.#path[this.#next] = step;
    this.#next += 1;
    this.#made.set(key, step.picked);
    return step.picked;
  }

  #start(): void {
    this.#next = 0;
    this.#made = new Map();
  }

  #advance(): boolean {
    for (let last = this.#path.pop(); last; last = this.#path.pop()) {
      if (last.picked + 1 < last.of) {
        this.#path.push({ ...last, picked: last.picked + 1 });
        return true;
      }
    }
    return false;
  }

  static everyWay<T>(go: (choices: Choices) => T): T[] {
    const choices = new Choices();
    const found: T[] = [];
    do {
      choices.#start();
      found.push(go(choices));
    } while (choices.#advance());
    return found;
  }
}
