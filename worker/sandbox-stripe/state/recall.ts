import type { Kinds } from "./kinds";
import type { Sandbox } from "./sandbox";
import type { Kept } from "./store";

/** Continues after a restart: the clock as set, and the current origin of pages. */
export function recall(sandbox: Sandbox, origin: string): void {
  const { store, clock } = sandbox;
  const before = store.find("_meta", "meta");
  clock.offsetMs += before?.clock_offset_ms ?? 0;
  sandbox.origin = origin;
  if (before && before.origin !== origin) {
    for (const kind of ["checkout.session", "invoice", "charge", "payment_intent", "setup_intent"] as const)
      for (const object of store.all(kind)) move(sandbox, object, before.origin, origin);
  }
  remember(sandbox);
}

/** Stores the state that no object holds. */
export function remember({ store, clock, origin }: Sandbox): void {
  const before = store.find("_meta", "meta");
  const values = { origin, clock_offset_ms: clock.offsetMs };
  if (before?.origin === origin && before.clock_offset_ms === clock.offsetMs) return;
  store.save<Kinds["_meta"]>({ id: "meta", object: "_meta", ...values });
}

/** After a restart the port may differ: URLs inside objects are corrected. */
function move({ store }: Sandbox, object: Kept, from: string, to: string): void {
  const text = JSON.stringify(object);
  if (!text.includes(`${from}/`)) return;
  store.save(JSON.parse(text.replaceAll(`${from}/`, `${to}/`)) as Kept);
}
