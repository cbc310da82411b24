import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NETWORK_DEFAULT_PRICING } from "~/compute/gpu-sizes";
import { optionalUser } from "~/platform/http/access.server";
import { useCapacity, usePrices } from "~/platform/live/use-capacity";
import { Page } from "~/platform/ui/page";
import { pageMeta } from "~/platform/ui/page-meta";
import { choiceFrom } from "../reservation/choice";
import { Machine } from "../reservation/machine";
import { readOffer } from "../reservation/read-offer.server";

export const meta: MetaFunction = () =>
  pageMeta("Configurator · Millrace", "Choose GPUs, network and image, and see what they cost per hour and day.");

export async function loader(args: LoaderFunctionArgs) {
  const now = new Date();
  const viewer = await optionalUser(args);
  const offer = await readOffer({ viewer, now });
  const given = new URL(args.request.url).searchParams;
  const choice = choiceFrom(given, offer, NETWORK_DEFAULT_PRICING, now);
  return { offer, choice, loggedIn: viewer !== null, atMs: now.getTime() };
}

export default function Configurator() {
  const loaded = useLoaderData<typeof loader>();
  const { free, ageSeconds } = useCapacity(loaded.offer.free, loaded.atMs);
  const prices = usePrices(loaded.offer.prices, loaded.atMs);
  return (
    <Page title="Configurator" lead="Put a machine together and see what it costs. You start it on the next screen.">
      <Machine
        title="Your machine"
        loaded={loaded.choice}
        offer={loaded.offer}
        loggedIn={loaded.loggedIn}
        to="/configurator?"
        {...{ free, prices, ageSeconds }}
      />
    </Page>
  );
}
