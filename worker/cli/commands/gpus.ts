import type { Add } from "../context";
import { offersOf, readOffers, type Offer } from "../api/offers";
import { perHour } from "../terminal/words";

export const gpus: Add = (program, act) => {
  program
    .command("gpus")
    .description("List GPU types with their prices and free GPUs")
    .option("-a, --all", "include types with no free GPUs")
    .action(
      act(async ({ publicApi, out }, { all = false }: { all?: boolean }) => {
        const { prices, free } = await readOffers(publicApi());
        const offers = offersOf({ prices, free }).filter(({ freeGpus }) => all || freeGpus > 0);
        out.result({ prices, free }, () => {
          if (offers.length === 0) out.note("No GPUs are free now. To list all types: millrace gpus --all");
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
  { head: "CAN START NOW", cell: (offer: Offer) => offer.fits.join(" "), spare: 3 },
  { head: "NETWORK", cell: (offer: Offer) => offer.networks.join(", "), spare: 2 },
];
