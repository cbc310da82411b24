import { db } from "~/platform/db.server";

const promos = [
  { code: "WELCOME10", name: "Welcome credit", kind: "balance_credit", value: 1000, duration: "once" },
  { code: "TRYPRO14", name: "Two weeks of PRO", kind: "trial_days", value: 14, duration: "14 days" },
  { code: "LAUNCH25", name: "Launch discount", kind: "percent_off", value: 25, duration: "3 months" },
];

/** Seeds one promo code of each kind. Existing ones, changed or not, stay. */
export async function seedPromos(now: Date): Promise<void> {
  await db.query(
    `insert into promo_code (code, name, kind, value, duration, created_at)
     select given.*, $6 from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[]) as given
     on conflict (code) do nothing`,
    [
      promos.map((one) => one.code),
      promos.map((one) => one.name),
      promos.map((one) => one.kind),
      promos.map((one) => one.value),
      promos.map((one) => one.duration),
      now,
    ],
  );
}
