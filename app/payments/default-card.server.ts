import { transaction } from "~/platform/db.server";
import { M } from "~/payments/messages";
import { Refusal } from "~/platform/refusal";
import { ensureCustomer } from "./inside/ensure-customer.server";
import { listCards } from "./list-cards.server";
import { setProviderDefault } from "./inside/provider/customers.server";

export interface OwnCard {
  tenantId: number;
  pmId: string;
}

/** Makes one of the tenant's cards the default, at the provider and here. Refuses with M60. */
export async function makeDefaultCard({ tenantId, pmId }: OwnCard): Promise<{ message: string }> {
  await requireCard({ tenantId, pmId });
  const { customerId } = await ensureCustomer({ tenantId });
  await setProviderDefault({ customerId, pmId });
  await transaction(async (tx) => {
    // The old default first: an index allows only one.
    await tx.query(`select from card where tenant_id = $1 order by pm_id for update`, [tenantId]);
    await tx.query(`update card set is_default = false where tenant_id = $1 and pm_id <> $2`, [tenantId, pmId]);
    const made = await tx.query(
      `update card set is_default = true where tenant_id = $1 and pm_id = $2 and removed_at is null returning 1`,
      [tenantId, pmId],
    );
    if (made.length === 0) throw new Refusal(M.noSuchCard);
  });
  return { message: "Default card changed." };
}

export async function requireCard({ tenantId, pmId }: OwnCard): Promise<void> {
  const cards = await listCards({ tenantId });
  if (!cards.some((card) => card.pmId === pmId)) throw new Refusal(M.noSuchCard);
}
