import { z } from "zod";

const ON = [true, 1, "1", "true"] as unknown[];
const OFF = [false, 0, "0", "false"] as unknown[];

/** Reads a switch as JSON or a form sends it. Anything else is refused with the message. */
export function onOff(description: string, message: string) {
  return z
    .unknown()
    .refine((given) => ON.includes(given) || OFF.includes(given), message)
    .transform((given) => ON.includes(given))
    .meta({ type: "boolean", description, examples: [true] });
}
