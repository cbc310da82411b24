import { readPriceEffect } from "~/compute/inside/pricing/read-catalogue.server";
import { setCluster, setGpuFacts, setImage } from "~/compute/inside/pricing/set-catalogue.server";
import { planPrice, setPrice, withdrawPrice } from "~/compute/inside/pricing/set-price.server";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { formatCents, formatDateTime } from "~/platform/ui/format";
import type { AskedPrice } from "./ask-price";
import { modelPriceForms } from "./model-price-action.server";
import { SetCluster, SetFacts, SetImage, SetPrice, WithdrawPrice } from "./catalogue-forms.server";

/** The forms of the catalogue (2.5). The caller has checked that the viewer is an admin. */
export async function catalogueAction(args: RouteArgs, viewer: Viewer) {
  const by = { userId: viewer.userId, requestId: requestIdOf(args) };
  return await formAction(args, {
    ...modelPriceForms(by),
    "set-price": onForm(SetPrice, async (form, { now }) => {
      const { gpu_type: gpuType, pph: pphCents, applies_at: appliesAt, version, confirm } = form;
      if (!confirm && version !== null)
        return await askedPrice({ gpuType, pphCents, appliesAt: appliesAt ?? null, version });
      const price = { gpuType, pphCents, version, ...by, now };
      if (!appliesAt) {
        await setPrice(price);
        return { notice: `${gpuType} costs ${formatCents(pphCents)} per GPU-hour now.` };
      }
      await planPrice({ ...price, appliesAt });
      return { notice: `${gpuType} will cost ${formatCents(pphCents)} from ${utcText(appliesAt)} UTC on.` };
    }),
    "withdraw-price": onForm(WithdrawPrice, async ({ id }, { now }) => {
      const { gpuType } = await withdrawPrice({ id, ...by, now });
      return { notice: `The planned price of ${gpuType} is withdrawn.` };
    }),
    "set-facts": onForm(
      SetFacts,
      async ({ gpu_type: gpuType, single_precision: singlePrecision, ...facts }, { now }) => {
        await setGpuFacts({ gpuType, singlePrecision, ...facts, ...by, now });
        return { notice: `${gpuType} is saved.` };
      },
    ),
    "set-cluster": onForm(SetCluster, async ({ cluster_name: name, ...cluster }, { now }) => {
      const { position, networks, hidden, version } = cluster;
      await setCluster({ name, position, networks, hidden, version, ...by, now });
      return { notice: `${name} is saved.` };
    }),
    "set-image": onForm(SetImage, async (image, { now }) => {
      const { tenant_image: tenantImage, os_name: osName, position, hidden, version } = image;
      const marks = {
        experimental: image.os_experimental,
        deprecated: image.os_deprecated,
        isDefault: image.is_default,
      };
      const pulled = {
        reference: image.reference,
        digest: image.digest,
        registryUsername: image.registry_username,
        registryPassword: image.registry_password,
      };
      await setImage({ tenantImage, osName, position, hidden, version, ...marks, ...pulled, ...by, now });
      return { notice: `${image.tenant_image} is saved.` };
    }),
  });
}

/** Builds the question that shows a price's effect before it is saved (A20). */
async function askedPrice(
  given: Omit<AskedPrice, "effect" | "appliesAt"> & { appliesAt: Date | null },
): Promise<Response> {
  const { gpuType, pphCents, version, appliesAt } = given;
  const effect = await readPriceEffect({ gpuType, pphCents });
  const asked: AskedPrice = {
    gpuType,
    pphCents,
    version,
    appliesAt: appliesAt?.toISOString().slice(0, 16) ?? "",
    effect,
  };
  return Response.json({ askedPrice: asked });
}

function utcText(moment: Date): string {
  return formatDateTime(moment.getTime() / 1000);
}
