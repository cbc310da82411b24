import { ProviderSilent } from "~/payments/stripe-client.server";

/** Items without an answer, one after the other, from which on the provider counts as silent. */
const SILENCES_MAX = 5;

/**
 * Asks the provider about one item after the other: one that fails, or that it never answers for, keeps no other from
 * its turn. Ends early if the provider is silent; the rest waits for the next run, so give the items in random order.
 * @returns what failed.
 */
export async function askEach<One>(
  all: readonly One[],
  work: (one: One) => Promise<unknown>,
): Promise<{ one: One; error: unknown }[]> {
  const failures: { one: One; error: unknown }[] = [];
  let silences = 0;
  for (const one of all) {
    try {
      await work(one);
      silences = 0;
    } catch (error) {
      failures.push({ one, error });
      silences = error instanceof ProviderSilent ? silences + 1 : 0;
      if (silences === SILENCES_MAX) break;
    }
  }
  return failures;
}
