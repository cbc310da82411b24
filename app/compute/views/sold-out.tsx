import { ButtonLink } from "~/platform/ui/button-link";

/**
 * The foot of the card of a GPU type without a node. It is a link, because a card may be inside a form: it leads to the
 * form for alerts.
 */
export function SoldOut({ gpuType }: { gpuType: string }) {
  return (
    <div className="flex flex-wrap items-center gap-3 self-end sm:col-span-2 sm:justify-between">
      <p className="text-sm font-medium text-muted">Sold out</p>
      <ButtonLink
        size="small"
        to={`/user/notifications?wait=${gpuType}#gpu-alerts`}
        aria-label={`Notify me when ${gpuType} is free`}
      >
        Notify me
      </ButtonLink>
    </div>
  );
}
