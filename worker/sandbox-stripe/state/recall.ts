import type { Kinds } from "./kinds";
import type { Sandbox } from "./sandbox";
import type { Kept } from "./store";

/** Goes on where the sandbox was before its restart: the time as it was set, and pages where they are now. */
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

/** Keeps what is not said by any object. */
export function remember({ store, clock, origin }: Sandbox): void {
  const before = store.find("_meta", "meta");
  const values = { origin, clock_offset_ms: clock.offsetMs };
  if (before?.origin === origin && before.clock_offset_ms === clock.offsetMs) return;
  store.save<Kinds["_meta"]>({ id: "meta", object: "_meta", ...values });
}

/** The sandbox may have got another port: addresses inside the objects follow. */
function move({ store }: Sandbox, object: Kept, from: string, to: string): void {
  const text = JSON.stringify(object);
  if (!text.includes(`${from}/`)) return;
  store.save(JSON.parse(text.replaceAll(`${from}/`, `${to}/`)) as Kept);
}
