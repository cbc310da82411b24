import { db } from "~/platform/db.server";
import { checkAll, type Refusal } from "~/platform/refusal";
import { checkReserve } from "./check-reserve";
import { readOffers } from "./read-offers.server";
import type { ReserveInput } from "./reserve-input";

interface RefusedOrder {
  tenantId: number;
  userId: number;
  input: ReserveInput;
  refusal: Refusal;
  now: Date;
}

/** Refuses an order whose pasted key was refused, together with all other faults of its fields. */
export async function refuseOrder({ input, refusal, ...who }: RefusedOrder): Promise<never> {
  const offers = await readOffers(db, who);
  const sshKeys = [{ id: input.ssh_key_id ?? 0, line: "", userId: who.userId, own: true }];
  const refuse = () => {
    throw refusal;
  };
  return checkAll({ refuse, order: () => checkReserve(input, { ...offers, sshKeys }) }).refuse;
}
