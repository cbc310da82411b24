import { NETWORK_ROWS } from "~/compute/gpu-sizes";
import type { CatalogueType } from "~/compute/inside/pricing/read-catalogue.server";
import type { ModelPriceRow } from "~/usage/list-model-prices.server";

/** A field of a form. A text field holds a string; a checkbox is true or false. */
export interface RowField<Row> {
  name: string;
  label: string;
  value?: (row: Row | null) => string | boolean | undefined;
  hint?: string | ((row: Row | null) => string);
  box?: true;
  type?: "password" | "datetime-local";
  inputMode?: "numeric";
  maxLength?: number;
  spellCheck?: false;
  autoComplete?: "off" | "new-password";
  /** Takes the whole width. */
  wide?: true;
  /** Text line above the field. */
  above?: string;
}

/** A kind of row in the catalogue, and the form that changes one. */
export interface CatalogueRecord<Row> {
  intent: string;
  /** Names a row. A new one is named in the form. */
  key: { name: string; label: string; hint?: string };
  keyOf: (row: Row) => string;
  versionOf: (row: Row) => number;
  /** Button and title of the form for a new row, then the button and the title for an existing one. */
  newOne: string;
  button: string;
  titleOf: (key: string) => string;
  /** Fields of an existing row, or of a new one. */
  fields: (row: Row | null) => RowField<Row>[];
}

/** A cluster from the loader. */
export interface ClusterView {
  name: string;
  position: number;
  networks: string[];
  hiddenAt: Date | string | null;
  version: number;
  /** Null: machines of the operator. */
  engine: { kind: string } | null;
}

/** An image from the loader. */
export interface ImageView {
  tenantImage: string;
  osName: string;
  osExperimental: boolean;
  osDeprecated: boolean;
  isDefault: boolean;
  position: number;
  reference: string;
  digest: string;
  registryUsername: string;
  /** True if a password is stored. */
  hasPassword: boolean;
  hiddenAt: Date | string | null;
  version: number;
}

/** A model with its present price. */
export interface PricedModel {
  model: string;
  present?: ModelPriceRow;
}

const TEXT = { autoComplete: "off" } as const;
const NAME = { ...TEXT, spellCheck: false } as const;
const NUMBER = { ...TEXT, inputMode: "numeric" } as const;
const HIDDEN = "Hidden: not offered to anyone";

const from = (name: string) => ({
  name,
  label: "From, UTC",
  type: "datetime-local" as const,
  hint: "Leave empty to apply it at once.",
});

const place = {
  ...{ name: "position", label: "Place", ...NUMBER, hint: "The lowest number comes first." },
  value: (row: { position: number } | null) => String(row?.position ?? 0),
};

export const PRICE: CatalogueRecord<CatalogueType> = {
  intent: "set-price",
  key: { name: "gpu_type", label: "GPU type" },
  keyOf: ({ gpuType }) => gpuType,
  versionOf: ({ version }) => version,
  newOne: "New GPU type",
  button: "Price",
  titleOf: (key) => `Price of ${key}`,
  fields: (type) => [
    { name: "pph", label: "Cents per GPU-hour", ...NUMBER, value: (row) => row?.pphCents.toString() },
    ...(type ? [from("applies_at")] : []),
  ],
};

export const FACTS: CatalogueRecord<CatalogueType> = {
  ...PRICE,
  intent: "set-facts",
  button: "Hardware",
  titleOf: (key) => `Hardware of ${key}`,
  fields: () => [
    ...(
      [
        ["name", "Name", "name"],
        ["memory", "Memory", "memory"],
        ["cores", "Cores", "cores"],
        ["single_precision", "Single precision", "singlePrecision"],
        ["cpu", "CPU", "cpu"],
        ["ram", "RAM", "ram"],
        ["disk", "Disk", "disk"],
        ["network", "Network", "network"],
      ] as const
    ).map(([name, label, of]) => ({
      ...{ name, label, maxLength: 100, ...TEXT },
      value: (row: CatalogueType | null) => row?.[of],
    })),
    { name: "hidden", label: HIDDEN, box: true, value: (row) => row?.hidden },
  ],
};

export const MODEL_PRICE: CatalogueRecord<PricedModel> = {
  intent: "set-model-price",
  key: { name: "model", label: "Model", hint: "* means every model without a price." },
  keyOf: ({ model }) => model,
  versionOf: ({ present }) => present?.id ?? 0,
  newOne: "New model price",
  button: "Price",
  titleOf: (key) => `Price of ${key}`,
  fields: () => [
    from("from_at"),
    {
      ...{ name: "prompt", label: "Prompt", ...NUMBER },
      above: "Coins per million tokens; an empty field means 0.",
      value: (row) => row?.present?.prompt?.toString(),
    },
    { name: "generated", label: "Generated", ...NUMBER, value: (row) => row?.present?.generated?.toString() },
    { name: "cache_read", label: "Cache read", ...NUMBER, value: (row) => row?.present?.cacheRead?.toString() },
    {
      ...{ name: "cache_creation", label: "Cache creation", ...NUMBER },
      value: (row) => row?.present?.cacheCreation?.toString(),
    },
    { name: "none", label: "Remove the model's own price from then on", box: true, wide: true },
  ],
};

export const CLUSTER: CatalogueRecord<ClusterView> = {
  intent: "set-cluster",
  key: { name: "cluster_name", label: "Name" },
  keyOf: ({ name }) => name,
  versionOf: ({ version }) => version,
  newOne: "New cluster",
  button: "Edit",
  titleOf: (key) => key,
  fields: () => [
    place,
    ...NETWORK_ROWS.map(({ name, label, needsPort }) => ({
      ...{ name, label, box: true as const },
      value: (row: ClusterView | null) => (row ? row.networks.includes(name) : !needsPort),
    })),
    { name: "hidden", label: HIDDEN, box: true, value: (row) => Boolean(row?.hiddenAt) },
  ],
};

export const IMAGE: CatalogueRecord<ImageView> = {
  intent: "set-image",
  key: { name: "tenant_image", label: "Image" },
  keyOf: ({ tenantImage }) => tenantImage,
  versionOf: ({ version }) => version,
  newOne: "New image",
  button: "Edit",
  titleOf: (key) => key,
  fields: () => [
    { name: "os_name", label: "Name", maxLength: 100, ...TEXT, value: (row) => row?.osName },
    place,
    {
      ...{ name: "reference", label: "Reference", maxLength: 255, ...NAME, value: (row) => row?.reference },
      hint: "What container nodes pull. Without it they cannot start this image.",
    },
    {
      ...{ name: "digest", label: "Digest", maxLength: 71, ...NAME, value: (row) => row?.digest },
      hint: "Pins the content. If empty, a node keeps the content that it first pulls.",
    },
    {
      ...{ name: "registry_username", label: "Registry user", maxLength: 255, ...NAME },
      value: (row) => row?.registryUsername,
      hint: "Leave empty if the registry needs none. A stored password is then removed.",
    },
    {
      ...{ name: "registry_password", label: "Registry password", type: "password", autoComplete: "new-password" },
      hint: (row) =>
        row?.hasPassword
          ? "A password is stored. Leave empty to keep it."
          : "Stored encrypted, and sent to nodes that pull the image.",
    },
    { name: "is_default", label: "Default: replaces the current default", box: true, value: (row) => row?.isDefault },
    { name: "os_experimental", label: "Experimental", box: true, value: (row) => row?.osExperimental },
    { name: "os_deprecated", label: "Deprecated: starts no new tasks", box: true, value: (row) => row?.osDeprecated },
    { name: "hidden", label: HIDDEN, box: true, value: (row) => Boolean(row?.hiddenAt) },
  ],
};
