import { z } from "zod";
import { prisma } from "~/platform/db.server";
import { ProfileFields } from "./profile-fields.server";

/**
 * The billing address with the field names of `/users/address` (3.5); the settings name the same columns differently.
 */
interface Address {
  line1: string;
  line2: string;
  postal_code: string;
  city: string;
  country: string;
  state: string;
}

const { street, street2, postal, city, country, region } = ProfileFields.shape;

/** Fields of `POST /users/address`; a missing one is unchanged, an empty one is cleared. */
export const AddressFields = z.object({
  line1: street,
  line2: street2,
  postal_code: postal,
  city,
  country,
  state: region,
});

export async function readAddress({ tenantId }: { tenantId: number }): Promise<Address> {
  const tenant = await prisma.tenant.findUniqueOrThrow({ where: { id: tenantId } });
  return {
    line1: tenant.street,
    line2: tenant.street2,
    postal_code: tenant.postal,
    city: tenant.city,
    country: tenant.country,
    state: tenant.region,
  };
}

/** Renames the address fields to those of the settings. */
export function asProfileFields(given: z.output<typeof AddressFields>): ProfileFields {
  const { line1: street, line2: street2, postal_code: postal, city, country, state: region } = given;
  return { street, street2, postal, city, country, region };
}
