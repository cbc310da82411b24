import { StripeError } from "../wire/stripe-error";
import type { Kind } from "../state/kinds";
import type { Controls } from "./controls";
import { ANSWER_FAULTS, type FaultOrder, WEBHOOK_FAULTS } from "./faults";

type Given = Record<string, unknown>;
type Act = (controls: Controls, given: Given, part: string) => Promise<object> | object;

const ACTS: [method: string, path: RegExp, act: Act][] = [
  ["GET", /^\/_sandbox\/state$/, (controls) => controls.state()],
  ["GET", /^\/_sandbox\/objects\/([\w.]+)$/, (controls, _given, kind) => ({ data: controls.objects(kind as Kind) })],
  [
    "POST",
    /^\/_sandbox\/faults$/,
    (controls, given) => {
      controls.fault(readFault(given));
      return controls.state();
    },
  ],
  [
    "DELETE",
    /^\/_sandbox\/faults$/,
    (controls) => {
      controls.clearFaults();
      return controls.state();
    },
  ],
  [
    "POST",
    /^\/_sandbox\/clock$/,
    async (controls, given) => ({ now: await controls.advance(numberOf(given, "advance")) }),
  ],
  [
    "POST",
    /^\/_sandbox\/webhooks\/release$/,
    async (controls, given) => {
      await controls.releaseWebhooks({ reverse: given["reverse"] === true });
      return controls.state();
    },
  ],
  [
    "POST",
    /^\/_sandbox\/webhooks\/retry$/,
    async (controls) => {
      await controls.retryWebhooks();
      return controls.state();
    },
  ],
  [
    "POST",
    /^\/_sandbox\/webhooks\/settled$/,
    async (controls) => {
      await controls.settled();
      return controls.state();
    },
  ],
  [
    "POST",
    /^\/_sandbox\/payments\/slow$/,
    (controls, given) => {
      controls.slowPayments(given["times"] === undefined ? 1 : numberOf(given, "times"));
      return controls.state();
    },
  ],
  [
    "POST",
    /^\/_sandbox\/payments\/(\w+)$/,
    (controls, given, id) => {
      const { outcome } = given;
      if (outcome !== "succeeded" && outcome !== "failed")
        throw new StripeError(400, "outcome must be succeeded or failed");
      return controls.endPayment(id, outcome);
    },
  ],
  ["POST", /^\/_sandbox\/refunds$/, (controls, given) => controls.refund(readPayment(given))],
  ["POST", /^\/_sandbox\/refunds\/(\w+)\/fail$/, (controls, _given, id) => controls.failRefund(id)],
  ["POST", /^\/_sandbox\/disputes$/, (controls, given) => controls.dispute(readPayment(given))],
  [
    "POST",
    /^\/_sandbox\/disputes\/(\w+)$/,
    (controls, given, id) => {
      const { outcome, amount } = given;
      if (amount !== undefined) return controls.moveDispute(id, numberOf(given, "amount"));
      if (outcome !== "won" && outcome !== "lost") throw new StripeError(400, "outcome must be won or lost");
      return controls.endDispute(id, outcome);
    },
  ],
];

/** POST and GET /_sandbox/…: JSON in, JSON out. */
export async function answerControl(
  controls: Controls,
  given: { method: string; path: string; body: string },
): Promise<{ status: number; body: string }> {
  try {
    for (const [method, pattern, act] of ACTS) {
      const match = method === given.method ? pattern.exec(given.path) : null;
      if (!match) continue;
      const answer = await act(controls, readJson(given.body), match[1] ?? "");
      return { status: 200, body: JSON.stringify(answer) };
    }
    throw new StripeError(404, `No such control: ${given.method} ${given.path}`);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return { status: error.status, body: JSON.stringify(error.body()) };
  }
}

function readFault(given: Given): FaultOrder {
  const kind = [...ANSWER_FAULTS, ...WEBHOOK_FAULTS].find((known) => known === given["kind"]);
  if (!kind) throw new StripeError(400, `kind must be one of ${[...ANSWER_FAULTS, ...WEBHOOK_FAULTS].join(", ")}`);
  const { match } = given;
  if (typeof match === "string" && !isPattern(match)) throw new StripeError(400, "match must be a regular expression");
  return {
    kind,
    ...(given["times"] === undefined ? {} : { times: numberOf(given, "times") }),
    ...(given["delay_ms"] === undefined ? {} : { delay_ms: numberOf(given, "delay_ms") }),
    ...(typeof match === "string" ? { match } : {}),
  };
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

function readPayment(given: Given): {
  payment_intent?: string;
  charge?: string;
  amount?: number;
  reason?: string;
} {
  const { payment_intent, charge, reason } = given;
  return {
    ...(typeof payment_intent === "string" ? { payment_intent } : {}),
    ...(typeof charge === "string" ? { charge } : {}),
    ...(typeof reason === "string" ? { reason } : {}),
    ...(given["amount"] === undefined ? {} : { amount: numberOf(given, "amount") }),
  };
}

function numberOf(given: Given, name: string): number {
  const value = given[name];
  if (typeof value !== "number" || !Number.isFinite(value)) throw new StripeError(400, `${name} must be a number`);
  return value;
}

function readJson(body: string): Given {
  if (body === "") return {};
  try {
    return JSON.parse(body) as Given;
  } catch {
    throw new StripeError(400, "The body must be JSON.");
  }
}
