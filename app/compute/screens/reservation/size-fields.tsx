import type { FreeRow } from "~/compute/read-free.server";
import type { Prices } from "~/compute/gpu-cost";
import { GPU_CHOICES, GPUS_PER_NODE, NETWORK_ROWS } from "~/compute/gpu-sizes";
import { classes } from "~/platform/ui/classes";
import { FieldError } from "~/platform/ui/field";
import { fieldState } from "~/platform/ui/field-state";
import { formatCents } from "~/platform/ui/format";
import { NETWORK_LABELS } from "~/platform/ui/labels";
import { type Choice, networksOf } from "./choice";
import { pphOf } from "./cost";
import { FIELDS } from "./fields";
import { isReady, rowOf } from "./readiness";
import { Tile } from "./tile";

interface SizeFieldsProps {
  loaded: Choice;
  /** Present choice: each size shows its cost and whether it would start now. */
  choice: Choice;
  free: FreeRow[];
  prices: Prices;
  errors: Partial<Record<keyof Choice, string>>;
}

/** The number of GPUs, and the network that connects them. */
export function SizeFields({ loaded, choice, free, prices, errors }: SizeFieldsProps) {
  const networks = networksOf(choice.row, free);
  const missing = NETWORK_ROWS.filter(({ name }) => !networks.includes(name)).map(({ label }) => label);
  const [cluster] = choice.row.split(":");
  const largest = rowOf(choice, free)?.max_gpus ?? Infinity;
  return (
    <div className="flex flex-col gap-4">
      <fieldset key={loaded.gpu_min}>
        <legend className="sr-only">GPUs</legend>
        <div className="grid grid-cols-4 gap-2 sm:grid-cols-7">
          {FIELDS.gpu_min.choices.map(({ value, label }) => {
            const sized = { ...choice, gpu_min: value };
            const pph = pphOf(sized, prices);
            const ready = isReady(sized, free);
            const cost = pph === null ? "–" : formatCents(pph);
            const tooLarge = Number(value) > largest;
            const start = tooLarge ? `more than ${cluster} has` : ready ? "starts at once" : "has to queue";
            return (
              <Tile
                key={value}
                name="gpu_min"
                value={value}
                defaultChecked={loaded.gpu_min === value}
                label={`${label} ${value === "1" ? "GPU" : "GPUs"}, ${cost} per hour: ${start}`}
                // The chosen size stays enabled, so that its refusal is shown.
                disabled={tooLarge && value !== choice.gpu_min}
              >
                <span className="text-lg font-semibold tabular-nums">{label}</span>
                <span className="text-xs text-muted tabular-nums">{cost}/h</span>
                <span className={classes("mt-1 text-xs", ready ? "font-medium text-ok" : "text-muted")}>
                  {tooLarge ? "Too large" : ready ? "Free now" : "Queue"}
                </span>
              </Tile>
            );
          })}
        </div>
        <FieldError field={fieldState("gpu_min", "", errors.gpu_min)} />
        {largest < Math.max(...GPU_CHOICES) ? (
          <p className="mt-2 text-sm text-muted">
            A task in {cluster} can have at most {largest} GPUs of this type.
          </p>
        ) : null}
        {Number(choice.gpu_min) > GPUS_PER_NODE ? (
          <p className="mt-2 text-sm text-muted">
            {Number(choice.gpu_min) / GPUS_PER_NODE} whole nodes, which start together.
          </p>
        ) : null}
      </fieldset>
      {/* Another cluster gets new controls, which start with a network that it has. */}
      <fieldset key={[loaded.network, ...networks].join()} className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <legend className="float-left mr-3 text-sm font-medium">Network</legend>
        {NETWORK_ROWS.map(({ name, label }) => (
          <Tile
            key={name}
            name="network"
            value={name}
            defaultChecked={choice.network === name}
            disabled={!networks.includes(name)}
            label={label}
          >
            {NETWORK_LABELS[name]}
          </Tile>
        ))}
        {missing.length > 0 ? (
          <span className="text-sm text-muted">{`${cluster} has no ${missing.join(" and no ")}.`}</span>
        ) : null}
        <FieldError field={fieldState("network", "", errors.network)} />
      </fieldset>
    </div>
  );
}
