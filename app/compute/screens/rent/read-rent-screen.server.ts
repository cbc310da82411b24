import { randomUUID } from "node:crypto";
import { readFundsNow } from "~/money/read-funds-now.server";
import type { Network } from "~/compute/gpu-sizes";
import { suggestTaskName } from "~/compute/suggest-task-name.server";
import { TOPUP_DOLLARS } from "~/payments/top-up-limits";
import { optionalUser } from "~/platform/http/access.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { presentTime } from "~/platform/time.server";
import { choiceFrom } from "../reservation/choice";
import { filterFrom } from "../reservation/gpu-filter";
import { readOffer } from "../reservation/read-offer.server";
import { withAgain } from "./again.server";
import { readLikelyWait } from "./read-likely-wait.server";

/** Reads what Rent and the configurator show: the offer, and the choice of the address. */
export async function readRentScreen(args: RouteArgs, networkDefault: Network) {
  const now = presentTime();
  const viewer = await optionalUser(args);
  const tenantId = viewer?.tenantId ?? null;
  const given = await withAgain(new URL(args.request.url).searchParams, viewer);
  const [offer, funds, taskName] = await Promise.all([
    readOffer({ viewer, template: given.get("template"), now }),
    tenantId === null ? null : readFundsNow({ tenantId, now }),
    suggestTaskName({ tenantId, now }),
  ]);
  const choice = choiceFrom(given, offer, networkDefault, taskName);
  const shown = {
    offer,
    choice,
    filter: filterFrom(given),
    funds,
    loggedIn: viewer !== null,
    topUpMinCents: TOPUP_DOLLARS.topup_min * 100,
    wait: tenantId === null ? null : await readLikelyWait(choice, offer, now),
    idempotencyKey: randomUUID(),
    atMs: now.getTime(),
  };
  return { given, shown };
}
