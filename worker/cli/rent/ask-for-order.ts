import { confirm, select, text } from "@clack/prompts";
import { done } from "../api/answer";
import type { Answer, Api } from "../api/client";
import { type Offer, offersOf, readOffers } from "../api/offers";
import { EXIT, Failure } from "../failure";
import { answered } from "../terminal/ask";
import { shown } from "../terminal/text";
import { perHour, secondsOf, span } from "../terminal/words";
import { type Order, orderOf, type RentOptions } from "./order";

const output = process.stderr;

/** Prompts for everything that the options leave open, and confirms the price. @throws Failure when the user declines */
export async function askForOrder(api: Api, options: RentOptions): Promise<Order> {
  const [offers, { os }] = await Promise.all([readOffers(api).then(offersOf), done(api.GET("/v1/os"))]);
  const there = offers.filter(({ freeGpus, fits }) => freeGpus > 0 && fits.length > 0);
  if (there.length === 0) {
    const hint = "To wait in the queue: millrace rent TYPE --enqueue. To list GPU types: millrace gpus --all";
    throw new Failure("No GPUs are free now.", { code: EXIT.noFreeGpus, hint });
  }
  const offer = await answered(
    select({ message: "Which GPUs?", output, options: there.map((one) => ({ value: one, ...labelOf(one) })) }),
  );
  const gpus = await answered(
    select({
      message: "How many?",
      output,
      options: offer.fits.map((number) => ({ value: number, ...sizeOf(offer, number) })),
    }),
  );
  const image = options.image ?? (options.template === undefined ? await askForImage(os) : undefined);
  const name = await answered(
    text({
      message: "Name of the task",
      placeholder: "generated",
      defaultValue: "",
      output,
      initialValue: options.name ?? "",
    }),
  );
  const maxTime = options.maxTime ?? (await askForTime());
  const price = perHour((offer.pph ?? 0) * gpus);
  const end = maxTime ? `, ends after ${span(maxTime)}` : ", until you kill it";
  const message = shown(`${gpus} × ${offer.gpuType} in ${offer.cluster}, ${price} per hour${end}. Start?`);
  if (!(await answered(confirm({ message, output })))) throw Failure.interrupted();
  const chosen = {
    ...options,
    gpus,
    ...(image === undefined ? {} : { image }),
    cluster: offer.cluster,
    ...(name ? { name } : {}),
    ...(maxTime ? { maxTime } : {}),
  };
  return await orderOf(api, offer.gpuType, chosen, `${offer.gpuType}-${Date.now().toString(36).slice(-4)}`);
}

function labelOf({ gpuType, cluster, pph, freeGpus }: Offer) {
  return { label: shown(gpuType), hint: shown(`${perHour(pph ?? 0)} per hour, ${freeGpus} free in ${cluster}`) };
}

function sizeOf({ pph }: Offer, number: number) {
  return { label: String(number), hint: `${perHour((pph ?? 0) * number)} per hour` };
}

async function askForImage(images: Answer<"/v1/os">["os"]): Promise<string> {
  const options = images
    .filter(({ os_deprecated }) => os_deprecated === 0)
    .map((image) => ({
      value: image.tenant_image,
      label: shown(image.os_name),
      ...(image.os_experimental ? { hint: "experimental" } : {}),
    }));
  const usual = images.find(({ is_default }) => is_default === 1)?.tenant_image;
  return await answered(select({ message: "Image", output, options, ...(usual ? { initialValue: usual } : {}) }));
}

async function askForTime(): Promise<number | undefined> {
  const validate = (typed: string | undefined) =>
    !typed || secondsOf(typed) !== null ? undefined : "Enter a time such as 90m, 12h or 3d, or leave it empty.";
  const typed = await answered(
    text({ message: "End it after", placeholder: "empty: until you kill it", defaultValue: "", validate, output }),
  );
  return typed ? (secondsOf(typed) ?? undefined) : undefined;
}
