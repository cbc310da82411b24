import { readPrices } from "~/compute/read-prices.server";
import { centsText } from "~/platform/cents-text";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import type { ReserveInput } from "./reserve-input";

/** Returns the price of a task per hour, and begins nothing. @throws Refusal M24, M25. */
export async function priceOfTask({ input }: { input: ReserveInput }): Promise<{
  human_readable_message: string;
  gpus: number;
  pph: number;
}> {
  const { gpu_type: gpuType = "", enqueue } = input;
  const gpuPph = new Map(Object.entries(await readPrices())).get(gpuType);
  if (gpuPph === undefined) throw Refusal.ofField("gpu_type", M.unknownGpuType({ gpu_type: gpuType }));
  const gpus = Number(input.gpu_min ?? input.gpus_min);
  if (!(gpus > 0)) throw Refusal.ofField("gpu_min", M.wrongGpuCount);
  const pph = gpuPph * gpus;
  const act = enqueue ? "It would join the queue and cost this from its start" : "It would start at once and cost this";
  return {
    human_readable_message: `${gpus} × ${gpuType} costs ${centsText(BigInt(pph))} an hour, charged by the second. ${act} until it is stopped. Nothing has begun yet: call this tool again with confirm set to true.`,
    gpus,
    pph,
  };
}
