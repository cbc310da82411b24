import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { idOf } from "../wire/id-of";
import { cancelPayment } from "./payment-intents";
import { cancelSetup } from "./setup-intents";

type Session = Kinds["checkout.session"];

/** Completes a session: the card is saved, or the payment has arrived. */
export function completeSession(sandbox: Sandbox, session: Session): void {
  if (session.status !== "open") return;
  const intent = sandbox.store.find("payment_intent", idOf(session.payment_intent));
  const setup = sandbox.store.find("setup_intent", idOf(session.setup_intent));
  const method = sandbox.store.find("payment_method", idOf((intent ?? setup)?.payment_method));
  const customer = sandbox.store.find("customer", idOf(session.customer));
  sandbox.store.change(session, {
    customer_details: {
      address: null,
      business_name: null,
      email: customer?.email ?? session.customer_email,
      individual_name: null,
      name: method?.billing_details.name ?? customer?.name ?? null,
      phone: null,
      tax_exempt: "none",
      tax_ids: [],
    },
    payment_status:
      session.mode === "setup" ? "no_payment_required" : intent?.status === "succeeded" ? "paid" : "unpaid",
    status: "complete",
    url: null,
  });
  sandbox.emit("checkout.session.completed", session);
}

/** Expires a session: nobody can pay it, and its payment is canceled. */
export function expireSession(sandbox: Sandbox, session: Session): void {
  sandbox.store.change(session, { status: "expired", url: null });
  const intent = sandbox.store.find("payment_intent", idOf(session.payment_intent));
  if (intent && /^requires_/.test(intent.status)) cancelPayment(sandbox, intent, "expired");
  const setup = sandbox.store.find("setup_intent", idOf(session.setup_intent));
  if (setup && /^requires_/.test(setup.status)) cancelSetup(sandbox, setup, "abandoned");
  sandbox.emit("checkout.session.expired", session);
}

/** Expires sessions whose time is over. */
export function expireSessions(sandbox: Sandbox): void {
  const now = sandbox.clock.now();
  for (const session of sandbox.store.all("checkout.session"))
    if (session.status === "open" && session.expires_at <= now) expireSession(sandbox, session);
}

/** The bank took its time: the person has already left the page. */
function endLate(sandbox: Sandbox, session: Session, paid: boolean): void {
  if (paid) sandbox.store.change(session, { payment_status: "paid" });
  sandbox.emit(`checkout.session.async_payment_${paid ? "succeeded" : "failed"}`, session);
}

/** A payment begun on Checkout's page completes its session, even after a detour to the bank. */
export function watchCheckout(sandbox: Sandbox): void {
  sandbox.on("payment_intent", /^payment_intent\.(succeeded|processing|payment_failed)$/, (intent) => {
    const session = sandbox.store.find("checkout.session", intent._session);
    if (!session) return;
    if (session.status === "complete") endLate(sandbox, session, intent.status === "succeeded");
    else if (/^(succeeded|processing)$/.test(intent.status)) completeSession(sandbox, session);
  });
  sandbox.on("setup_intent", /^setup_intent\.succeeded$/, (intent) => {
    const session = sandbox.store.all("checkout.session").find((one) => idOf(one.setup_intent) === intent.id);
    if (session) completeSession(sandbox, session);
  });
}
