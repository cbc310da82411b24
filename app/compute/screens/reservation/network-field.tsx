import type { FreeRow } from "~/compute/read-free.server";
import { NETWORKS } from "~/compute/gpu-sizes";
import { fieldState } from "~/platform/ui/field-state";
import { NETWORK_LABELS } from "~/platform/ui/labels";
import { SelectField } from "~/platform/ui/select-field";
import { type Choice, networksOf } from "./choice";

interface NetworkFieldProps {
  loaded: Choice;
  choice: Choice;
  free: FreeRow[];
  error: string | undefined;
}

/** Choice of the network. One that the chosen cluster lacks cannot be chosen, and the field explains it (S7). */
export function NetworkField({ loaded, choice, free, error }: NetworkFieldProps) {
  const networks = networksOf(choice.row, free);
  const missing = NETWORKS.filter((network) => !networks.includes(network)).map((network) => NETWORK_LABELS[network]);
  const [cluster] = choice.row.split(":");
  return (
    <SelectField
      // A new cluster makes a new control, which begins with an existing network.
      field={{ ...fieldState("network", choice.network, error), key: [loaded.network, ...networks].join() }}
      label="Network"
      choices={NETWORKS.map((value) => ({
        value,
        label: NETWORK_LABELS[value] ?? value,
        disabled: !networks.includes(value),
      }))}
      hint={missing.length > 0 ? `${cluster} has no ${missing.join(" and no ")}.` : undefined}
    />
  );
}
