import type { z } from "zod";
import { readPriceEffect } from "~/usage/read-price-effect.server";
import { assertModelPrice, setModelPrice } from "~/usage/set-model-price.server";
import { withdrawModelPrice } from "~/usage/withdraw-model-price.server";
import { onForm } from "~/platform/http/form.server";
import { formatDateTime } from "~/platform/ui/format";
import type { AskedModelPrice } from "./ask-model-price";
import { SetModelPrice, WithdrawPrice } from "./catalogue-forms.server";

/** The forms of models' prices. The caller has checked that the viewer is an admin. */
export function modelPriceForms(by: { userId: number; requestId: string }) {
  const act = { by: by.userId, requestId: by.requestId };
  return {
    "set-model-price": onForm(SetModelPrice, async (form, { now }) => {
      const { model, from_at: fromAt, confirm } = form;
      const price = { model, figures: figuresOf(form), fromAt: fromAt ?? undefined, now };
      if (!confirm) {
        assertModelPrice(price);
        const effect = await readPriceEffect(price);
        const asked: AskedModelPrice = { ...typedIn(form), model, effect };
        return Response.json({ askedModelPrice: asked });
      }
      await setModelPrice({ ...price, ...act });
      const from = fromAt ? `from ${formatDateTime(fromAt.getTime() / 1000)} UTC on` : "from now on";
      return { notice: form.none ? `${model} has no price of its own ${from}.` : `${model} has its price ${from}.` };
    }),
    "withdraw-model-price": onForm(WithdrawPrice, async ({ id }, { now }) => {
      const { model } = await withdrawModelPrice({ id, ...act, now });
      return { notice: `The planned price of ${model} is withdrawn.` };
    }),
  };
}

type Form = z.output<typeof SetModelPrice>;

function figuresOf({ none, prompt, generated, cache_read: cacheRead, cache_creation: cacheCreation }: Form) {
  if (none) return null;
  return {
    prompt: BigInt(prompt),
    generated: BigInt(generated),
    cacheRead: BigInt(cacheRead),
    cacheCreation: BigInt(cacheCreation),
  };
}

function typedIn({ prompt, generated, cache_read, cache_creation, none, from_at: fromAt }: Form) {
  return { prompt, generated, cache_read, cache_creation, none, fromAt: fromAt?.toISOString().slice(0, 16) ?? "" };
}
