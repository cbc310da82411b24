import type { Add } from "../context";
import { offersOf, readOffers, type Offer } from "../api/offers";
import { perHour } from "../terminal/words";

export const gpus: Add = (program, act) => {
  program
    .command("gpus")
    .description("Kinds of GPU: price, and what is free now")
    .option("-a, --all", "also kinds of which none is free")
    .action(
      act(async ({ publicApi, out }, { all = false }: { all?: boolean }) => {
        const { prices, free } = await readOffers(publicApi());
        const offers = offersOf({ prices, free }).filter(({ freeGpus }) => all || freeGpus > 0);
        out.result({ prices, free }, () => {
          if (offers.length === 0) out.note("No GPUs are free now. `millrace gpus --all` lists all kinds.");
          else out.table<Offer>(offers, COLUMNS);
        });
      }),
    );
};

const COLUMNS = [
  { head: "GPU", cell: (offer: Offer) => offer.gpuType },
  { head: "$/GPU-HOUR", cell: (offer: Offer) => (offer.pph === null ? "–" : perHour(offer.pph)), right: true },
  { head: "FREE", cell: (offer: Offer) => String(offer.freeGpus), right: true },
  { head: "CLUSTER", cell: (offer: Offer) => offer.cluster, spare: 1 },
  { head: "START AT ONCE", cell: (offer: Offer) => offer.fits.join(" "), spare: 3 },
  { head: "NETWORK", cell: (offer: Offer) => offer.networks.join(", "), spare: 2 },
];
