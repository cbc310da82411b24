import { z } from "zod";
import { readChoiceAgain } from "~/compute/inside/reserve/read-choice-again.server";

interface Person {
  tenantId: number;
  userId: number;
}

/**
 * Returns the choice of one's own task if the address asks to start it again; other values in the address override it.
 */
export async function withAgain(search: URLSearchParams, viewer: Person | null): Promise<URLSearchParams> {
  const again = z.guid().safeParse(search.get("again"));
  if (!again.success || viewer === null) return search;
  const choice = await readChoiceAgain({ ...viewer, resvGuid: again.data });
  return new URLSearchParams({ ...choice, ...Object.fromEntries(search) });
}
