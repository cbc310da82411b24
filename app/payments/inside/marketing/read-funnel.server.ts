import { db } from "~/platform/db.server";
import { type Days, momentsOf } from "~/platform/day-range";
import { FUNNEL_STEPS, type FunnelStep } from "./funnel-steps";

/** Progress of the registrations of some days. */
export interface Funnel {
  steps: {
    step: FunnelStep;
    users: number;
    /** The median time since the previous step, in seconds; null for the first step, and without customers. */
    medianSeconds: number | null;
  }[];
  /** Registrations of the first step that were deleted because they were never confirmed. */
  removed: number;
  /** Number of registrations behind the medians; null: all. */
  sample: number | null;
}

/** Slots in the index of registrations (`user_id % 128`): each holds every 128th. */
const SLOTS = 128;
/** About how many registrations the medians come from: more would be too slow for a screen. */
const SAMPLE = 10_000;

/** The funnel of registrations in these UTC days, inclusive, or of all days (decision 0184). */
export async function readFunnel({ days }: { days: Days | null }): Promise<Funnel> {
  const counts = await sumSteps(days);
  const registered = counts.users[0] ?? 0;
  const slots = Math.max(1, Math.min(SLOTS, Math.floor((SLOTS * SAMPLE) / Math.max(1, registered))));
  const { seen, medians } = await readMedians(days, slots);
  return {
    steps: FUNNEL_STEPS.map((step, index) => ({
      step,
      users: (counts.users[index] ?? 0) + (index === 0 ? counts.removed : 0),
      medianSeconds: medians[index] ?? null,
    })),
    removed: counts.removed,
    sample: slots < SLOTS ? seen : null,
  };
}

async function sumSteps(days: Days | null): Promise<{ users: number[]; removed: number }> {
  const [row] = await db.query<{ users: number[]; removed: number }>(
    `select array[coalesce(sum(users), 0), coalesce(sum(confirmed), 0), coalesce(sum(with_key), 0),
         coalesce(sum(with_task), 0), coalesce(sum(with_topup), 0), coalesce(sum(with_second), 0)]::int[] as users,
       coalesce(sum(removed), 0)::int as removed
     from sign_up_day where day between coalesce($1::date, '-infinity') and coalesce($2::date, 'infinity')`,
    [days?.start ?? null, days?.end ?? null],
  );
  return row ?? { users: [], removed: 0 };
}

/** Reads the medians. A step is reached once it and all before it are taken; a step taken early counts no time. */
async function readMedians(days: Days | null, slots: number): Promise<{ seen: number; medians: (number | null)[] }> {
  const moments = days && momentsOf(days);
  const [row] = await db.query<{ seen: number; medians: (number | null)[] }>(
    `select count(*)::int as seen, array[null, ${MEDIANS}]::float8[] as medians
     from (
       select registered_at as t0,
         case when num_nulls(confirmed_at) = 0 then greatest(registered_at, confirmed_at) end as t1,
         case when num_nulls(confirmed_at, first_key_at) = 0
           then greatest(registered_at, confirmed_at, first_key_at) end as t2,
         case when num_nulls(confirmed_at, first_key_at, first_task_at) = 0
           then greatest(registered_at, confirmed_at, first_key_at, first_task_at) end as t3,
         case when num_nulls(confirmed_at, first_key_at, first_task_at, first_topup_at) = 0
           then greatest(registered_at, confirmed_at, first_key_at, first_task_at, first_topup_at) end as t4,
         case when num_nulls(confirmed_at, first_key_at, first_task_at, first_topup_at, second_topup_at) = 0
           then greatest(registered_at, confirmed_at, first_key_at, first_task_at, first_topup_at, second_topup_at)
         end as t5
       from sign_up
       where customer and user_id % ${SLOTS} = any($3::int[])
         and registered_at >= coalesce($1::timestamptz, '-infinity')
         and registered_at < coalesce($2::timestamptz, 'infinity')) reached`,
    [moments?.from ?? null, moments?.until ?? null, Array.from({ length: slots }, (_, slot) => slot)],
  );
  return row ?? { seen: 0, medians: [] };
}

const MEDIANS = [1, 2, 3, 4, 5]
  .map((step) => `percentile_cont(0.5) within group (order by extract(epoch from t${step} - t${step - 1})::float8)`)
  .join(", ");
