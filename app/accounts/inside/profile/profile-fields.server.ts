import { z } from "zod";
import { refuseHidden } from "~/platform/refuse-hidden";
import { M } from "~/accounts/messages";
import { isCountry } from "~/platform/countries.server";

const upTo = (label: string, n: number) =>
  z
    .string()
    .refine((text) => [...text].length <= n, M.fieldTooLong({ field: label, n }))
    .optional();

/**
 * Fields of `POST /users/update`, the profile and the settings (9.2). A missing one is unchanged, an empty one is
 * cleared; an empty `ssh` or `email` changes nothing.
 */
export const ProfileFields = z.object({
  name: z
    .string()
    .refine((text) => [...text].length >= 1 && [...text].length <= 100, M.nameRequired)
    .superRefine(refuseHidden)
    .optional(),
  email: z.string().optional(),
  ssh: z.string().optional(),
  street: upTo("Street", 120),
  street2: upTo("Street 2", 120),
  postal: upTo("Postal code", 20),
  city: upTo("City", 80),
  country: z
    .string()
    .transform((code) => code.toUpperCase())
    .refine((code) => code === "" || isCountry(code), M.countryRequired)
    .optional(),
  region: upTo("Region", 80),
  company: upTo("Company", 120).superRefine(refuseHidden),
  tax: upTo("Tax number", 40),
});

export type ProfileFields = z.output<typeof ProfileFields>;
