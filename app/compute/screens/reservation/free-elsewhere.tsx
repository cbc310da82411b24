import type { FreeRow } from "~/compute/read-free.server";
import { NETWORK_NAMES } from "~/platform/ui/labels";
import { TextLink } from "~/platform/ui/text-link";
import { type Choice, searchOfChoice } from "./choice";
import { saveDraft } from "./draft";
import { readyElsewhere } from "./readiness";
import type { Offer } from "./read-offer.server";

interface FreeElsewhereProps {
  choice: Choice;
  offer: Offer;
  free: FreeRow[];
  /** Address of this page, up to the query of a choice. */
  to: string;
}

/** Link to another cluster with the same GPUs free now, if the chosen one has no room. It keeps the rest of the choice. */
export function FreeElsewhere({ choice, offer, free, to }: FreeElsewhereProps) {
  const elsewhere = readyElsewhere(choice, free, offer);
  if (!elsewhere) return null;
  const { clusterName, choice: instead } = elsewhere;
  const [cluster = "", gpuType = ""] = choice.row.split(":");
  const network = instead.network === choice.network ? "" : `, by ${NETWORK_NAMES[instead.network] ?? instead.network}`;
  return (
    <p className="text-sm max-lg:basis-full">
      {choice.gpu_min} × {gpuType} {choice.gpu_min === "1" ? "is" : "are"} free in {clusterName} now
      {network}, not in {cluster}.{" "}
      <TextLink to={to + searchOfChoice(instead)} onClick={() => saveDraft(instead)}>
        Rent in {clusterName} instead
      </TextLink>
    </p>
  );
}
