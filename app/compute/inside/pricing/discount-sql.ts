/**
 * SQL: percent that tenant `tenant` pays less for GPUs of `type` at `at` (B21), 0 without a discount. A discount for
 * the type goes before one for all types.
 */
export const discountOf = (tenant: string, type: string, at: string) => `coalesce((
  select percent from tenant_discount
  where tenant_id = ${tenant} and gpu_type in ('', ${type}) and from_at <= ${at}
  order by gpu_type desc, from_at desc limit 1), 0)`;
