import { adding, type KeptSum, summed } from "~/platform/kept-sum";

const MEMBER_SPEND = {
  table: "member_spend",
  grain: ["month"],
  key: ["tenant_id", "user_id"],
  sums: { units: "sum(units)::bigint" },
  maxes: {},
} as const satisfies KeptSum;

/**
 * The part of a charging statement that adds its `payable` rows to the month of the member who made the task or volume
 * (16.8). The owner has no limit and no sum. `month` is SQL for the first day of a row's month.
 */
export const addingMemberSpend = (month: string) =>
  adding(
    MEMBER_SPEND,
    `(${summed(
      MEMBER_SPEND,
      `(select payable.tenant_id, payable.created_by_id as user_id, (${month})::date as month, payable.units
        from payable left join member owner on owner.tenant_id = payable.tenant_id and owner.role = 'owner'
        where payable.created_by_id is distinct from owner.user_id and payable.created_by_id is not null and payable.units > 0) charged`,
    )}) spent`,
  );
