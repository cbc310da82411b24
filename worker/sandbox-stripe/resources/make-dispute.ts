import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { idOf } from "../wire/id-of";
import { refuse } from "../wire/stripe-error";
import { book } from "./balance";
import { testCardOf } from "./cards";

type Dispute = Kinds["dispute"];

const FEE_CENTS = 1500;
const ANSWER_WITHIN_SECONDS = 7 * 24 * 3600;

/** Opens a dispute: the money is withdrawn at once, with a fee. */
export function openDispute(sandbox: Sandbox, charge: Kinds["charge"], reason: string): Dispute {
  if (charge.disputed) refuse(`Charge ${charge.id} is disputed already.`);
  if (!charge.paid) refuse(`Charge ${charge.id} has not been paid.`);
  const { currency } = charge;
  const amount = charge.amount - charge.amount_refunded;
  const drawn = sandbox.draft("dispute", { amount, currency, reason, status: "needs_response" });
  const [type, category, source] = ["adjustment", "dispute", drawn.id] as const;
  const booked = book(sandbox, { type, category, source, amount: -amount, fee: FEE_CENTS, currency });
  const brand = charge.payment_method_details?.card?.brand ?? "visa";
  const dispute = sandbox.store.save({
    ...drawn,
    balance_transactions: [booked],
    charge: charge.id,
    evidence_details: { ...drawn.evidence_details, due_by: sandbox.clock.now() + ANSWER_WITHIN_SECONDS },
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand, case_type: "chargeback", network: brand, network_reason_code: "83" },
      type: "card",
    },
  });
  sandbox.store.change(charge, { disputed: true });
  sandbox.emit("charge.dispute.created", dispute);
  sandbox.emit("charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

export function endDispute(sandbox: Sandbox, dispute: Dispute, outcome: "won" | "lost"): Dispute {
  if (/^(won|lost)$/.test(dispute.status)) refuse(`This dispute is already ${dispute.status}.`);
  sandbox.store.change(dispute, { status: outcome });
  if (outcome === "won") {
    const { amount, currency } = dispute;
    const [type, category, source] = ["adjustment", "dispute_reversal", dispute.id] as const;
    const booked = book(sandbox, { type, category, source, amount, currency });
    sandbox.store.change(dispute, { balance_transactions: [...dispute.balance_transactions, booked] });
  }
  sandbox.emit("charge.dispute.closed", dispute);
  if (outcome === "won") sandbox.emit("charge.dispute.funds_reinstated", dispute);
  return dispute;
}

/** Moves a part of a dispute's money: above 0 back to the account, below 0 out again. */
export function moveDispute(sandbox: Sandbox, dispute: Dispute, amount: number): Dispute {
  if (!Number.isInteger(amount) || amount === 0) refuse("The amount must be a whole number of cents, not 0.");
  const category = amount > 0 ? "dispute_reversal" : "dispute";
  const { currency, id: source } = dispute;
  const booked = book(sandbox, { type: "adjustment", category, source, amount, currency });
  sandbox.store.change(dispute, { balance_transactions: [...dispute.balance_transactions, booked] });
  sandbox.emit(`charge.dispute.funds_${amount > 0 ? "reinstated" : "withdrawn"}`, dispute);
  return dispute;
}

/** Some test cards dispute every payment. */
export function watchDisputes(sandbox: Sandbox): void {
  sandbox.on("payment_intent", /^payment_intent\.succeeded$/, (intent) => {
    const charge = sandbox.store.find("charge", idOf(intent.latest_charge));
    const method = sandbox.store.find("payment_method", idOf(intent.payment_method));
    const reason = method ? testCardOf(method).dispute : undefined;
    if (charge && reason) openDispute(sandbox, charge, reason);
  });
}
