import { hasFree } from "~/compute/free-gpus";
import type { FreeRow } from "~/compute/read-free.server";
import type { GpuType } from "~/compute/gpu-type";
import type { Prices } from "~/compute/gpu-cost";
import { NETWORK_ROWS } from "~/compute/gpu-sizes";
import { fieldState } from "~/platform/ui/field-state";
import { formatCents } from "~/platform/ui/format";
import { SelectField } from "~/platform/ui/select-field";

/** Filter of GPU types: least memory in GB, most cents per GPU-hour, a network, and `1` for types that are free now. */
export interface Filter {
  memory: string;
  price: string;
  net: string;
  free: string;
}

const NAMES = ["memory", "price", "net", "free"] as const;

/** Reads the filter of an address or a form. */
export function filterFrom(given: URLSearchParams | FormData): Filter {
  const [memory = "", price = "", net = "", free = ""] = NAMES.map((name) => String(given.get(name) ?? ""));
  return { memory, price, net, free };
}

/** Checks whether a GPU type with its rows of free capacity fulfils the filter. */
export function passes(filter: Filter, type: GpuType, pphCents: number, rows: FreeRow[]): boolean {
  const { memory, price, net, free } = filter;
  const there = rows.filter((row) => net === "" || row.networks.includes(net));
  return (
    gigabytes(type) >= Number(memory) &&
    (price === "" || pphCents <= Number(price)) &&
    (net === "" || there.length > 0) &&
    (free !== "1" || there.some(hasFree))
  );
}

function gigabytes({ memory }: GpuType): number {
  return Number.parseInt(memory, 10) || 0;
}

/** The filter's four fields. Memory and price offer what the types have. */
export function GpuFilter({ filter, types, prices }: { filter: Filter; types: GpuType[]; prices: Prices }) {
  const memories = ascending(types.map(gigabytes)).filter((gb) => gb > 0);
  const cents = ascending(types.flatMap(({ gpuType }) => prices[gpuType] ?? []));
  const field = (name: keyof Filter) => fieldState(name, filter[name]);
  return (
    <fieldset className="grid gap-2 max-sm:w-full max-sm:grid-cols-2 sm:flex sm:flex-wrap sm:items-center">
      <legend className="sr-only">Filter</legend>
      <SelectField
        quiet
        field={field("memory")}
        label="Memory"
        choices={[ANY("Any memory"), ...memories.map((gb) => ({ value: String(gb), label: `${gb} GB and more` }))]}
      />
      <SelectField
        quiet
        field={field("price")}
        label="Price"
        choices={[
          ANY("Any price"),
          ...cents.map((one) => ({ value: String(one), label: `Up to ${formatCents(one)}` })),
        ]}
      />
      <SelectField
        quiet
        field={field("net")}
        label="With network"
        choices={[ANY("Any network"), ...NETWORK_ROWS.map(({ name, short }) => ({ value: name, label: short }))]}
      />
      <label className="flex min-h-9.5 items-center gap-2 text-sm sm:px-2">
        <input key={filter.free} type="checkbox" name="free" value="1" defaultChecked={filter.free === "1"} />
        Free now
      </label>
    </fieldset>
  );
}

const ANY = (label: string) => ({ value: "", label });

function ascending(numbers: number[]): number[] {
  return [...new Set(numbers)].sort((one, other) => one - other);
}
