import { blank } from "../wire/blank";
import { faultOfObject, faultOf } from "../wire/check";
import { render } from "../wire/render";
import { schemaOf, spec } from "../wire/spec";
import type { Clock } from "./clock";
import type { NextId } from "./ids";
import type { Kinds } from "./kinds";
import type { Kept, Store } from "./store";

/** Schema and id prefix of each kind that is created here. */
const MADE = {
  customer: ["Customer", "cus"],
  payment_method: ["PaymentMethod", "pm"],
  setup_intent: ["SetupIntent", "seti"],
  payment_intent: ["PaymentIntent", "pi"],
  charge: ["Charge", "ch"],
  refund: ["Refund", "re"],
  dispute: ["Dispute", "du"],
  balance_transaction: ["BalanceTransaction", "txn"],
  "checkout.session": ["Checkout.Session", "cs_test"],
  event: ["Event", "evt"],
  product: ["Product", "prod"],
  price: ["Price", "price"],
  coupon: ["Coupon", "coupon"],
  "billing.meter": ["Billing.Meter", "mtr_test"],
  discount: ["Discount", "di"],
  subscription: ["Subscription", "sub"],
  invoice: ["Invoice", "in"],
  invoiceitem: ["InvoiceItem", "ii"],
  invoice_payment: ["InvoicePayment", "inpay"],
} as const;

export type MadeKind = keyof typeof MADE;
type Listener = (object: Kept) => void;

export interface InvalidAnswer {
  what: string;
  fault: string;
}

/** The shared state of every operation: objects, clock and listeners. */
export class Sandbox {
  readonly store: Store;
  readonly clock: Clock;
  readonly nextId: NextId;
  /** The origin of its pages; known once it listens. */
  origin = "";
  /** Answers and events that violate the specification. Must stay empty. */
  readonly invalid: InvalidAnswer[] = [];
  /** Number of next payments that stay in processing until they are ended by hand. */
  slowPayments = 0;
  /** The request being answered; its events name it. */
  request: { id: string; idempotency_key: string | null } | null = null;
  readonly #listeners: [pattern: RegExp, listener: Listener][] = [];
  readonly #eventListeners: ((event: Kinds["event"]) => void)[] = [];

  constructor(given: { store: Store; clock: Clock; nextId: NextId }) {
    this.store = given.store;
    this.clock = given.clock;
    this.nextId = given.nextId;
  }

  /** Creates and stores an object: the required properties, overridden by the given values. */
  add<K extends MadeKind>(kind: K, values: Partial<Kinds[K]>): Kinds[K] {
    return this.store.save(this.draft(kind, values));
  }

  /** Creates an object without storing it. */
  draft<K extends MadeKind>(kind: K, values: Partial<Kinds[K]>): Kinds[K] {
    const [schemaName, prefix] = MADE[kind];
    const known = schemaOf(schemaName).properties ?? {};
    const made = {
      ...("created" in known ? { created: this.clock.now() } : {}),
      ...("livemode" in known ? { livemode: false } : {}),
      ...values,
    };
    return blank<Kinds[K]>(schemaName, { ...made, id: values.id ?? this.nextId(prefix) } as Partial<Kinds[K]>);
  }

  /** Calls the listener inside the request that emits an event of that type. */
  on<K extends MadeKind>(_kind: K, pattern: RegExp, listener: (object: Kinds[K]) => void): void {
    this.#listeners.push([pattern, listener as Listener]);
  }

  onEvent(listener: (event: Kinds["event"]) => void): void {
    this.#eventListeners.push(listener);
  }

  /** Emits an event about an object: to the list, the webhooks, and internal listeners. */
  emit<K extends MadeKind>(type: string, object: Kinds[K], previous?: Record<string, unknown>): void {
    const snapshot = render(this.store, object);
    const [schemaName] = MADE[object.object as MadeKind];
    this.note(type, faultOfObject(schemaName, snapshot));
    const event = this.add("event", {
      api_version: spec.info.version,
      data: { object: snapshot, ...(previous ? { previous_attributes: previous } : {}) },
      request: this.request,
      type,
    } as unknown as Partial<Kinds["event"]>);
    for (const listener of this.#eventListeners) listener(event);
    for (const [pattern, listener] of this.#listeners) if (pattern.test(type)) listener(object);
  }

  checkAnswer(what: string, pointer: string, answer: unknown): void {
    this.note(what, faultOf(pointer, answer));
  }

  note(what: string, fault: string | null): void {
    if (fault !== null) this.invalid.push({ what, fault });
  }
}
