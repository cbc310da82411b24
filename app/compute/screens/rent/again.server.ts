import { z } from "zod";
import { readChoiceAgain } from "~/compute/inside/reserve/read-choice-again.server";

interface Person {
  tenantId: number;
  userId: number;
}

/** The choice of an own task where the address asks to start it again; what else the address says counts more. */
export async function withAgain(search: URLSearchParams, viewer: Person | null): Promise<URLSearchParams> {
  const again = z.guid().safeParse(search.get("again"));
  if (!again.success || viewer === null) return search;
  const choice = await readChoiceAgain({ ...viewer, resvGuid: again.data });
  return new URLSearchParams({ ...choice, ...Object.fromEntries(search) });
}
