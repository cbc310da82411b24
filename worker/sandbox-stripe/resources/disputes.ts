import type Stripe from "stripe";
import { idOf } from "../wire/id-of";
import { page } from "../wire/list";
import { metadata } from "../wire/metadata";
import { run, type Runs } from "../wire/operation";
import { refuse } from "../wire/stripe-error";
import { endDispute } from "./make-dispute";

/** Stripe's own words that decide a dispute in test mode. */
const DECIDED: Record<string, "won" | "lost"> = { winning_evidence: "won", losing_evidence: "lost" };

export const disputes: Runs = {
  "Disputes.retrieve": run(({ store }, _params, { id }) => store.need("dispute", id)),

  "Disputes.update": run<Stripe.DisputeUpdateParams>((sandbox, params, { id }) => {
    const dispute = sandbox.store.need("dispute", id);
    if (/^(won|lost)$/.test(dispute.status)) refuse("This dispute is already closed.");
    const { evidence, submit = evidence !== undefined } = params;
    const words = evidence?.uncategorized_text;
    sandbox.store.change(dispute, {
      metadata: metadata(params.metadata, dispute.metadata),
      evidence: {
        ...dispute.evidence,
        ...(words === undefined ? {} : { uncategorized_text: words || null }),
      },
      evidence_details: {
        ...dispute.evidence_details,
        has_evidence: dispute.evidence_details.has_evidence || evidence !== undefined,
        submission_count: dispute.evidence_details.submission_count + (submit ? 1 : 0),
      },
      ...(submit ? { status: "under_review" } : {}),
    });
    sandbox.emit("charge.dispute.updated", dispute);
    const outcome = submit ? DECIDED[dispute.evidence.uncategorized_text ?? ""] : undefined;
    if (outcome) endDispute(sandbox, dispute, outcome);
    return dispute;
  }),

  "Disputes.close": run((sandbox, _params, { id }) => endDispute(sandbox, sandbox.store.need("dispute", id), "lost")),

  "Disputes.list": run<Stripe.DisputeListParams>(({ store }, params) => {
    const { charge, payment_intent: intent } = params;
    const wanted = store
      .all("dispute")
      .filter((one) => charge === undefined || idOf(one.charge) === charge)
      .filter((one) => intent === undefined || idOf(one.payment_intent) === intent);
    return page(wanted, params, "/v1/disputes");
  }),
};
