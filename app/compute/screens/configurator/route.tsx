import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NETWORK_DEFAULT_PRICING } from "~/compute/gpu-sizes";
import { Page } from "~/platform/ui/page";
import { pageMeta } from "~/platform/ui/page-meta";
import ReservationForm from "../reservation/reservation-form";
import { useShown } from "../reservation/use-shown";
import { readRentScreen } from "../rent/read-rent-screen.server";

export const meta: MetaFunction = () =>
  pageMeta("Configurator · Millrace", "Choose GPUs, network and image, and see what they cost per hour and day.");

export async function loader(args: LoaderFunctionArgs) {
  return (await readRentScreen(args, NETWORK_DEFAULT_PRICING)).shown;
}

/** The form of Rent, with the network of the price calculator. Its buttons lead to Rent. */
export default function Configurator() {
  const { choice, ...loaded } = useLoaderData<typeof loader>();
  return (
    <Page title="Configurator" lead="Put a machine together and see what it costs.">
      <ReservationForm {...loaded} {...useShown(loaded)} loaded={choice} errors={{}} to="/configurator?" />
    </Page>
  );
}
