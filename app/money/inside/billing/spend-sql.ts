import { adding, type KeptSum, summed } from "~/platform/kept-sum";

const MEMBER_SPEND = {
  table: "member_spend",
  grain: ["month"],
  key: ["tenant_id", "user_id"],
  sums: { units: "sum(units)::bigint" },
  maxes: {},
} as const satisfies KeptSum;

const KEY_SPEND = { ...MEMBER_SPEND, table: "key_spend", grain: ["day"], key: ["key_line_id"] } as const;

/**
 * The parts of a charging statement that add its `payable` rows to the month of the member (16.8), and to the day of
 * the named key (16.11), that started the task or made the volume. The owner has no limit and no sum. `at` is SQL for a
 * row's time in UTC.
 */
export const addingSpends = (at: string) => `of_members as (${adding(
  MEMBER_SPEND,
  `(${summed(
    MEMBER_SPEND,
    `(select payable.tenant_id, payable.created_by_id as user_id, date_trunc('month', ${at})::date as month, payable.units
        from payable left join member owner on owner.tenant_id = payable.tenant_id and owner.role = 'owner'
        where payable.created_by_id is distinct from owner.user_id and payable.created_by_id is not null and payable.units > 0) charged`,
  )}) spent`,
)}
), of_keys as (${adding(
  KEY_SPEND,
  `(${summed(
    KEY_SPEND,
    `(select line.id as key_line_id, (${at})::date as day, payable.units
        from payable join key_line line on line.id = payable.key_line_id where payable.units > 0) charged`,
  )}) spent`,
)})`;
