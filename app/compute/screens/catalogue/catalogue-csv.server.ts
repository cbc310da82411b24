import { allRows } from "~/platform/all-rows";
import { listPriceChanges, type PriceChangeRow } from "~/compute/inside/pricing/list-price-changes.server";
import { readCatalogue } from "~/compute/inside/pricing/read-catalogue.server";
import { listModelPrices, listUnpricedModels } from "~/usage/list-model-prices.server";
import { csvTable } from "~/platform/http/csv-instead.server";
import { presentTime } from "~/platform/time.server";

const ROWS_AT_ONCE = 500;

/** The tables of the catalogue as files: the screen shows the last price changes, the file all of them. */
export function catalogueCsv() {
  return {
    prices: () =>
      csvTable(async () => (await readCatalogue()).types, {
        "GPU type": (type) => type.gpuType,
        "Cents per GPU-hour": (type) => type.pphCents,
        Name: (type) => type.name,
        Memory: (type) => type.memory,
        Cores: (type) => type.cores,
        "Single precision": (type) => type.singlePrecision,
        CPU: (type) => type.cpu,
        RAM: (type) => type.ram,
        Disk: (type) => type.disk,
        Network: (type) => type.network,
        Hidden: (type) => type.hidden,
        Running: (type) => type.running,
        Waiting: (type) => type.queued,
      }),
    changes: () =>
      csvTable(
        allRows<PriceChangeRow>((after) => listPriceChanges({ after, limit: ROWS_AT_ONCE })),
        {
          From: (change) => new Date(change.at * 1000),
          "GPU type": (change) => change.gpuType,
          "Cents before": (change) => change.beforeCents,
          "Cents per GPU-hour": (change) => change.pphCents,
          State: (change) => change.state,
          By: (change) => change.name,
        },
      ),
    models: () =>
      csvTable(() => listModelPrices({ now: presentTime() }), {
        Model: (price) => price.model,
        "Coins per million prompt tokens": (price) => price.prompt,
        "Coins per million generated tokens": (price) => price.generated,
        "Coins per million cache read tokens": (price) => price.cacheRead,
        "Coins per million cache creation tokens": (price) => price.cacheCreation,
        From: (price) => new Date(price.fromTs * 1000),
        State: (price) => price.state,
        By: (price) => price.setBy,
      }),
    unpriced: () =>
      csvTable(() => listUnpricedModels({ now: presentTime() }), {
        Model: (row) => row.model,
        "Events for 0 coins": (row) => row.events,
      }),
    clusters: () =>
      csvTable(async () => (await readCatalogue()).clusters, {
        Cluster: (cluster) => cluster.name,
        Place: (cluster) => cluster.position,
        Networks: (cluster) => cluster.networks.join(", "),
        Hidden: (cluster) => cluster.hiddenAt !== null,
      }),
    images: () =>
      csvTable(async () => (await readCatalogue()).images, {
        Image: (image) => image.tenantImage,
        Name: (image) => image.osName,
        Reference: (image) => image.reference,
        Digest: (image) => image.digest,
        Place: (image) => image.position,
        Default: (image) => image.isDefault,
        Experimental: (image) => image.osExperimental,
        Deprecated: (image) => image.osDeprecated,
        Hidden: (image) => image.hiddenAt !== null,
      }),
  };
}
