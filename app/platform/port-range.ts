import { z } from "zod";

/** A range of ports, such as 22000-22999. */
export interface PortRange {
  first: number;
  last: number;
}

/** Reads a range of ports as settings have it. */
export const portRange = z
  .string()
  .regex(/^\d+-\d+$/, "two ports, such as 22000-22999")
  .transform((text): PortRange => {
    const [first = 0, last = 0] = text.split("-").map(Number);
    return { first, last };
  })
  .refine(
    ({ first, last }) => first >= 1 && first <= last && last <= 65_535,
    "two ports, the lower one first, such as 22000-22999",
  );
