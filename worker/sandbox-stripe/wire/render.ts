import type { Kept, Store } from "../state/store";
import { refuse } from "./stripe-error";

type Json = Record<string, unknown>;

/** Properties that Stripe sends only on request. */
const ON_DEMAND: Record<string, Record<string, (store: Store, id: string) => unknown>> = {};

/** Declares a property that only `expand` returns. */
export function onDemand<T extends Kept>(
  object: T["object"],
  name: string,
  read: (store: Store, id: string) => unknown,
): void {
  (ON_DEMAND[object] ??= {})[name] = read;
}

/** Renders an object for an answer: without internal properties, with those that `expand` names. */
export function render(store: Store, answer: object, expand: string[] = []): Json {
  const copy = publicCopy(answer) as Json;
  for (const path of expand) expandPath(store, copy, path.split("."), path);
  return copy;
}

/** Renders an object inside another answer: without internal properties. */
export function shown<T extends object>(object: T): T {
  return publicCopy(object) as T;
}

function publicCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(publicCopy);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).filter(([key, part]) => !key.startsWith("_") && part !== undefined);
  return Object.fromEntries(entries.map(([key, part]) => [key, publicCopy(part)]));
}

function expandPath(store: Store, at: unknown, [name = "", ...rest]: string[], whole: string): void {
  if (Array.isArray(at)) {
    for (const entry of at) expandPath(store, entry, [name, ...rest], whole);
    return;
  }
  if (at === null || typeof at !== "object") return;
  const holder = at as Json;
  const read = ON_DEMAND[String(holder["object"])]?.[name];
  if (read) holder[name] ??= publicCopy(read(store, String(holder["id"])));
  if (!(name in holder))
    refuse(`This property cannot be expanded (${name}). You may want to try expanding '${whole}' elsewhere.`);
  const value = holder[name];
  if (typeof value === "string") {
    const found = store.anything(value);
    if (!found) return;
    holder[name] = publicCopy(found);
  }
  if (rest.length > 0) expandPath(store, holder[name], rest, whole);
}
