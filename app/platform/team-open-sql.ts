/**
 * Checks whether the tenant of a membership, alias `m`, is open to it: while the owner is suspended or closed, it is
 * open to the owner only (16.6).
 */
export const IS_OPEN = `(m.role = 'owner' or not exists (select from member holder join user_account owner on owner.id = holder.user_id
  where holder.tenant_id = m.tenant_id and holder.role = 'owner' and owner.state in ('suspended', 'closed')))`;
