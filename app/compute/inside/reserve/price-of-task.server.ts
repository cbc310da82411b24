import { centsText } from "~/platform/cents-text";
import { M } from "~/compute/messages";
import { db } from "~/platform/db.server";
import { Refusal } from "~/platform/refusal";
import { chosenGpus, chosenGrowth } from "./check-reserve";
import { readOffers } from "./read-offers.server";
import type { ReserveInput } from "./reserve-input";

interface AskedPrice {
  tenantId: number;
  userId: number;
  input: ReserveInput;
  now: Date;
}

/**
 * Returns the price of a task per hour without starting it. If it may grow, `gpus` and `pph` are its maximum. Says if
 * an SSH key is missing, before a person is asked to confirm. @throws Refusal M24, M25, M32.
 */
export async function priceOfTask({ tenantId, userId, input, now }: AskedPrice): Promise<{
  human_readable_message: string;
  gpus: number;
  pph: number;
}> {
  const { gpu_type: gpuType = "", enqueue } = input;
  const { sshKeys, prices } = await readOffers(db, { tenantId, userId, now });
  const gpuPph = Object.hasOwn(prices, gpuType) ? prices[gpuType] : undefined;
  if (gpuPph === undefined) throw Refusal.ofField("gpu_type", M.unknownGpuType({ gpu_type: gpuType }));
  const least = chosenGpus(input);
  const most = Math.max(least, chosenGrowth(input, least).gpusMax);
  const range = (word: (gpus: number) => string) => [...new Set([least, most])].map(word).join(" to ");
  const price = range((gpus) => centsText(BigInt(gpuPph * gpus)));
  const act = enqueue ? "It would join the queue and cost this from its start" : "It would start at once and cost this";
  const first = sshKeys.some(({ own }) => own) ? "" : "Store an SSH key first, on the screen SSH keys. ";
  return {
    human_readable_message: `${range(String)} × ${gpuType} costs ${price} an hour, charged by the second. ${act} until it is stopped. ${first}Nothing has begun yet: call this tool again with confirm set to true.`,
    gpus: most,
    pph: gpuPph * most,
  };
}
