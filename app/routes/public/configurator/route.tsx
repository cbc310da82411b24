import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { NETWORK_DEFAULT_PRICING } from "~/domain/pricing/sizes";
import { optionalUser } from "~/http/access.server";
import { useCapacity, usePrices } from "~/live/use-capacity";
import { Button } from "~/ui/button";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { choiceFrom } from "../reservation/choice";
import { GpuTypeLine } from "../gpu-types";
import { Cost } from "../reservation/cost";
import { FitsMatrix } from "../reservation/fits-matrix";
import { FreeHere } from "../reservation/free-here";
import { typeOf } from "../reservation/readiness";
import { readOffer } from "../reservation/read-offer.server";
import { ReservationFields } from "../reservation/reservation-fields";
import { useChoice } from "../reservation/use-choice";

export const meta: MetaFunction = () => [
  { title: "Configurator · Millrace" },
  { name: "description", content: "Choose GPUs, network and image, and see what they cost per hour and day." },
];

export async function loader(args: LoaderFunctionArgs) {
  const now = new Date();
  const viewer = await optionalUser(args);
  const offer = await readOffer({ tenantId: viewer?.tenantId ?? null, now });
  const given = new URL(args.request.url).searchParams;
  const choice = choiceFrom(given, offer, NETWORK_DEFAULT_PRICING, now);
  return { offer, choice, loggedIn: viewer !== null, atMs: now.getTime() };
}

export default function Configurator() {
  const loaded = useLoaderData<typeof loader>();
  const [choice, onChange] = useChoice(loaded.choice);
  const { free, ageSeconds } = useCapacity(loaded.offer.free, loaded.atMs);
  const prices = usePrices(loaded.offer.prices, loaded.atMs);
  return (
    <Page title="Configurator" lead="Put a machine together and see what it costs. You start it on the next screen.">
      <div className="grid items-start gap-6 lg:grid-cols-[1.6fr_1fr]">
        <Panel title="Your machine">
          <Form method="get" action="/rent" onChange={onChange} className="flex flex-col gap-5">
            <input type="hidden" name="step" value="confirm" />
            <ReservationFields choice={loaded.choice} offer={loaded.offer} loggedIn={loaded.loggedIn} />
            <div className="flex flex-wrap gap-3">
              <Button look="primary">Proceed</Button>
              <noscript>
                <Button formAction="/configurator">Update cost</Button>
              </noscript>
            </div>
          </Form>
        </Panel>
        <div className="flex flex-col gap-4">
          <Cost choice={choice} prices={prices} />
          <GpuTypeLine type={typeOf(choice, loaded.offer)} />
          <FreeHere choice={choice} free={free} ageSeconds={ageSeconds} />
          <FitsMatrix choice={choice} free={free} ageSeconds={null} to="/configurator?" />
        </div>
      </div>
    </Page>
  );
}
