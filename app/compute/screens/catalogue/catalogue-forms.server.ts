import { z } from "zod";
import { refuseHidden } from "~/platform/refuse-hidden";
import { M } from "~/compute/messages";
import { IMAGE_DIGEST, IMAGE_REFERENCE } from "~/compute/inside/pricing/image-reference";
import { MOST_PRICE } from "~/usage/model-price";
import { type Network, NETWORKS } from "~/compute/gpu-sizes";
import { rowId } from "~/platform/http/schemas/row-id.server";
import { wholeNumber } from "~/platform/http/schemas/whole-number.server";
import { momentOrNothing } from "~/platform/http/schemas/moment-or-nothing.server";

const PRICE = "A price is a whole number of cents from 1 to 1000000.";
const NAME = "A name has 1 to 32 letters a to z, digits or hyphens and starts with a letter or digit.";
const IMAGE =
  "An image has 1 to 64 letters a to z, digits, dots, hyphens or underscores and starts with a letter or digit.";
const FACT = "1 to 100 characters.";
const REFERENCE = "A full reference: registry, path and tag in lower case, such as docker.io/library/ubuntu:22.04.";
const DIGEST = "sha256: and 64 digits 0 to 9 or letters a to f, as the registry shows it.";
const OF_REFERENCE = "A digest needs a reference.";
const PLACE = "A whole number from 0 to 1000.";
const NETWORK = "Choose at least one network.";

const text = z.string().default("");
const name = text.refine((given) => /^[a-z0-9][a-z0-9-]{0,31}$/.test(given), NAME);
const fact = text
  .refine((given) => given.length >= 1 && [...given].length <= 100, { error: FACT, abort: true })
  .superRefine(refuseHidden);
/** An empty text, or at most 255 characters of that form. */
const optional = (form: RegExp, error: string) =>
  text
    .transform((given) => given.trim())
    .refine((given) => given === "" || (given.length <= 255 && form.test(given)), error);
const mark = z
  .literal("1")
  .optional()
  .transform((given) => given === "1");
/** Version that was seen; absent for a new row. */
const version = rowId(M.unreadable)
  .optional()
  .transform((given) => given ?? null);
const place = wholeNumber(PLACE, { from: 0, to: 1000 });

/** The forms of the catalogue (2.5, 9.3). */
export const SetPrice = z.object({
  gpu_type: name,
  pph: wholeNumber(PRICE, { from: 1, to: 1_000_000 }),
  applies_at: momentOrNothing,
  version,
  confirm: mark,
});

const COINS = `A whole number of coins from 0 to ${MOST_PRICE}.`;

/** A number of coins; an empty field counts as 0. */
const coins = z
  .unknown()
  .transform((typed): unknown => (typed === undefined || typed === "" ? 0 : typed))
  .pipe(wholeNumber(COINS, { from: 0, to: Number(MOST_PRICE) }));

export const SetModelPrice = z.object({
  model: text.transform((typed) => typed.trim()),
  prompt: coins,
  generated: coins,
  cache_read: coins,
  cache_creation: coins,
  /** Removes the model's own price from that time. */
  none: mark,
  from_at: momentOrNothing,
  confirm: mark,
});

/** A planned price of GPUs or of a model. */
export const WithdrawPrice = z.object({ id: rowId(M.unreadable) });

export const SetFacts = z.object({
  gpu_type: name,
  name: fact,
  memory: fact,
  cores: fact,
  single_precision: fact,
  cpu: fact,
  ram: fact,
  disk: fact,
  network: fact,
  hidden: mark,
  version,
});

export const SetCluster = z
  .object({
    ...(Object.fromEntries(NETWORKS.map((network) => [network, mark])) as Record<Network, typeof mark>),
    cluster_name: name,
    position: place,
    hidden: mark,
    version,
  })
  .transform((given) => ({ ...given, networks: NETWORKS.filter((network) => given[network]) }))
  .refine(({ networks }) => networks.length > 0, { path: [NETWORKS[0] ?? ""], error: NETWORK });

export const SetImage = z
  .object({
    tenant_image: text.refine((given) => /^[a-z0-9][a-z0-9._-]{0,63}$/.test(given), IMAGE),
    os_name: fact,
    position: place,
    os_experimental: mark,
    os_deprecated: mark,
    is_default: mark,
    hidden: mark,
    version,
    reference: optional(IMAGE_REFERENCE, REFERENCE),
    digest: optional(IMAGE_DIGEST, DIGEST),
    registry_username: text.refine((given) => given.length <= 255, "At most 255 characters."),
    registry_password: text.refine((given) => given.length <= 8192, "At most 8192 characters."),
  })
  .refine(({ digest, reference }) => digest === "" || reference !== "", { path: ["reference"], error: OF_REFERENCE });
