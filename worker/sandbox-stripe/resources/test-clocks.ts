import type Stripe from "stripe";
import { advance } from "./due";
import { run, type Runs } from "../wire/operation";
import { refuse } from "../wire/stripe-error";

const DELETED_AFTER_SECONDS = 30 * 86_400;

/** Stripe's own way to let time pass. The sandbox has one clock, so a test clock is a handle on it. */
export const testClocks: Runs = {
  "TestHelpersTestClocks.create": run<Stripe.TestHelpers.TestClockCreateParams>((sandbox, params) => {
    moveTo(sandbox, params.frozen_time);
    return sandbox.add("test_helpers.test_clock", {
      deletes_after: sandbox.clock.now() + DELETED_AFTER_SECONDS,
      frozen_time: params.frozen_time,
      name: params.name ?? null,
      status: "ready",
    });
  }),

  "TestHelpersTestClocks.advance": run<Stripe.TestHelpers.TestClockAdvanceParams>((sandbox, params, { id }) => {
    const clock = sandbox.store.need("test_helpers.test_clock", id);
    moveTo(sandbox, params.frozen_time);
    return sandbox.store.change(clock, { frozen_time: params.frozen_time });
  }),

  "TestHelpersTestClocks.retrieve": run(({ store }, _params, { id }) => store.need("test_helpers.test_clock", id)),

  "TestHelpersTestClocks.del": run(({ store }, _params, { id }) => {
    store.remove(store.need("test_helpers.test_clock", id));
    return { id, object: "test_helpers.test_clock", deleted: true };
  }),
};

function moveTo(sandbox: Parameters<typeof advance>[0], time: number): void {
  const seconds = time - sandbox.clock.now();
  if (seconds < 0) refuse("The clock goes forward only.", { param: "frozen_time" });
  advance(sandbox, seconds);
}
