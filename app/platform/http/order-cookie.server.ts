import { z } from "zod";
import { isOrder } from "~/platform/own-path";
import { signedCookie } from "./signed-cookie.server";

const LASTS_S = 3_600;
const Order = z.object({ topupId: z.string(), order: z.string().refine(isOrder) });

/**
 * Keeps the order that a top-up pays for while its customer is at the provider or the bank. The return link knows only the
 * top-up: its address must stay the same for every retry of the charge (decision 0247).
 */
export const orderCookie = signedCookie("millrace_order", "order to go on with", LASTS_S, (value) =>
  Order.parse(value),
);
