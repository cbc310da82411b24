import { AddFundsForm } from "../add-funds/add-funds-form";
import type { AddFundsData } from "../add-funds/read-add-funds.server";
import { HostedCardForm } from "../card/hosted-card-form";

interface PopupsProps {
  funds: AddFundsData;
  adds: "funds" | "card";
}

/** The contents of Billing's popups, loaded on first opening. */
export default function Popups({ funds, adds }: PopupsProps) {
  return adds === "funds" ? <AddFundsForm data={funds} /> : <HostedCardForm provider={funds.provider} />;
}
