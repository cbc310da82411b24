import { z } from "zod";
import { isOrder } from "~/platform/own-path";
import { signedCookie } from "./signed-cookie.server";

const LASTS_S = 3_600;
const Order = z.object({ topupId: z.string(), order: z.string().refine(isOrder) });

/**
 * The order that a top-up is paid for, while its customer is at the provider or the bank: what sends them back knows only the
 * top-up, and its address must be the same whoever asks for the charge again (decision 0247).
 */
export const orderCookie = signedCookie("millrace_order", "order to go on with", LASTS_S, (value) =>
  Order.parse(value),
);
