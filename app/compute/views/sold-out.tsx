import { useState } from "react";
import { ButtonLink } from "~/platform/ui/button-link";
import { useRootData } from "~/platform/ui/use-root-data";

/**
 * The foot of the card of a GPU type without a node. It is a link, because a card may be inside a form. With
 * the script a logged-in user gets the alert with one click; for visitors and without script, the link leads to the form.
 */
export function SoldOut({ gpuType }: { gpuType: string }) {
  const [isListed, setListed] = useState(false);
  const mayAsk = useRootData()?.viewer?.unverified === false;
  const to = `/user/notifications?wait=${gpuType}#gpu-alerts`;
  const ask = async () => {
    if (await isAccepted(gpuType)) setListed(true);
    else window.location.assign(to);
  };
  return (
    <div className="flex flex-wrap items-center gap-3 self-end sm:col-span-2 sm:justify-between">
      <p className="text-sm font-medium text-muted">Sold out</p>
      <span role="status" className="flex min-h-8 items-center text-sm">
        {isListed ? (
          "We will email you once"
        ) : (
          <ButtonLink
            size="small"
            to={to}
            aria-label={`Notify me when ${gpuType} is free`}
            onClick={(event) => {
              if (!mayAsk) return;
              event.preventDefault();
              void ask();
            }}
          >
            Notify me
          </ButtonLink>
        )}
      </span>
    </div>
  );
}

async function isAccepted(gpu_type: string): Promise<boolean> {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("/v1/gpu-alerts", { method: "POST", headers, body: JSON.stringify({ gpu_type }) }).catch(
    () => null,
  );
  return answer?.ok ?? false;
}
