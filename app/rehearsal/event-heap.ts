/** Things to come, the next one first; equal ones in any fixed order. */
export class EventHeap<Event> {
  private readonly events: Event[] = [];
  private readonly at: (event: Event) => number;

  constructor(at: (event: Event) => number) {
    this.at = at;
  }

  get size(): number {
    return this.events.length;
  }

  first(): Event | undefined {
    return this.events[0];
  }

  push(event: Event): void {
    this.events.push(event);
    for (let at = this.events.length - 1; at > 0;) {
      const parent = (at - 1) >> 1;
      if (this.timeAt(parent) <= this.timeAt(at)) return;
      this.swap(at, parent);
      at = parent;
    }
  }

  pop(): Event {
    this.swap(0, this.events.length - 1);
    const event = this.events.pop();
    if (event === undefined) throw new Error("nothing is to come");
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = this.timeAt(right) < this.timeAt(left) ? right : left;
      if (this.timeAt(child) >= this.timeAt(at)) return event;
      this.swap(at, child);
      at = child;
    }
  }

  private timeAt(index: number): number {
    const event = this.events[index];
    return event === undefined ? Infinity : this.at(event);
  }

  private swap(a: number, b: number): void {
    const [one, other] = [this.events[a], this.events[b]];
    if (one !== undefined && other !== undefined) [this.events[a], this.events[b]] = [other, one];
  }
}
