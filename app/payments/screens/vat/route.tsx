import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readVatScreen } from "./read-vat-screen.server";
import { vatAction } from "./vat-action.server";
import { requireStaff } from "~/platform/http/access.server";
import { Lead } from "~/platform/ui/lead";
import { Page } from "~/platform/ui/page";
import { Refused } from "~/platform/ui/refused";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { Rates } from "./rates";
import { SellerForm } from "./seller-form";

export const meta: MetaFunction = () => [{ title: "VAT · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, "vat");
  return await readVatScreen(args);
}

export async function action(args: ActionFunctionArgs) {
  return await vatAction(args, await requireStaff(args, "vat"));
}

/** The seller and the VAT rates (B22). */
export default function Vat() {
  const { seller, rates, own, countries, today } = useLoaderData<typeof loader>();
  const answer = refusalIn(useKeptAnswer(useActionData<typeof action>()));
  return (
    <Page title="VAT" lead="The seller on your documents, and the VAT added to what customers pay.">
      <Lead figure={seller.chargesVat ? own : "Off"}>
        {seller.chargesVat
          ? "in your own country; the balance always gets the amount without VAT"
          : "customers pay the amount that they top up, and documents name no VAT"}
      </Lead>
      <Refused answer={answer?.intent === "withdraw" ? answer : undefined} />
      <SellerForm key={JSON.stringify(seller)} {...{ seller, countries, answer }} />
      <Rates {...{ rates, countries, today, answer }} />
    </Page>
  );
}
