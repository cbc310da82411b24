import { missing } from "../wire/stripe-error";
import type { Kind, Kinds } from "./kinds";

export type Kept = Kinds[Kind];

export interface Changes {
  saved: Kept[];
  removed: string[];
}

/** All objects of the sandbox, in memory; `takeChanges` returns what a database has to store. */
export class Store {
  readonly #byId = new Map<string, Kept>();
  readonly #byKind = new Map<string, Map<string, Kept>>();
  #saved = new Set<string>();
  #removed = new Set<string>();

  /** Adds an object, or marks it as changed. */
  save<T extends Kept>(object: T): T {
    this.load(object);
    this.#saved.add(object.id);
    return object;
  }

  change<T extends Kept>(object: T, values: Partial<T>): T {
    return this.save(Object.assign(object, values));
  }

  load(object: Kept): void {
    const kind = this.#byKind.get(object.object) ?? new Map<string, Kept>();
    this.#byKind.set(object.object, kind);
    kind.set(object.id, object);
    this.#byId.set(object.id, object);
  }

  remove(object: Kept): void {
    this.#byKind.get(object.object)?.delete(object.id);
    this.#byId.delete(object.id);
    this.#saved.delete(object.id);
    this.#removed.add(object.id);
  }

  find<K extends Kind>(kind: K, id: string | null | undefined): Kinds[K] | undefined {
    return id ? (this.#byKind.get(kind)?.get(id) as Kinds[K] | undefined) : undefined;
  }

  /** The object, or Stripe's refusal for an unknown id. */
  need<K extends Kind>(kind: K, id: string | null | undefined, param?: string): Kinds[K] {
    const found = this.find(kind, id);
    if (!found || "deleted" in found) throw missing(nameOf(kind), id ?? "", param);
    return found;
  }

  anything(id: string): Kept | undefined {
    return this.#byId.get(id);
  }

  /** Lists objects in order of creation. */
  all<K extends Kind>(kind: K): Kinds[K][] {
    return [...(this.#byKind.get(kind)?.values() ?? [])] as Kinds[K][];
  }

  counts(): Record<string, number> {
    return Object.fromEntries([...this.#byKind].map(([kind, objects]) => [kind, objects.size]));
  }

  takeChanges(): Changes {
    const saved = [...this.#saved].flatMap((id) => this.#byId.get(id) ?? []);
    const removed = [...this.#removed].filter((id) => !this.#byId.has(id));
    this.#saved = new Set();
    this.#removed = new Set();
    return { saved, removed };
  }

  /** After a failed write: returns the changes to the queue. */
  giveBack({ saved, removed }: Changes): void {
    for (const { id } of saved) this.#saved.add(id);
    for (const id of removed) this.#removed.add(id);
  }
}

/** The name of a kind in Stripe's messages. */
function nameOf(kind: Kind): string {
  return { payment_method: "PaymentMethod", setup_intent: "setupintent" }[kind as string] ?? kind;
}
