import { AddFundsForm } from "~/payments/views/add-funds-form";
import type { AddFundsData } from "~/payments/views/read-add-funds.server";
import { HostedCardForm } from "~/payments/views/hosted-card-form";

interface PopupsProps {
  funds: AddFundsData;
  adds: "funds" | "card";
}

/** The contents of Billing's popups, loaded on first opening. */
export default function Popups({ funds, adds }: PopupsProps) {
  return adds === "funds" ? <AddFundsForm data={funds} /> : <HostedCardForm provider={funds.provider} />;
}
