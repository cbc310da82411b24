import { db } from "~/platform/db.server";
import { volumeSettings } from "~/compute/volume-settings.server";

/** Seeds a volume of 100 GB in fra1, as an example for the screens: once, even if its owner deletes it. */
export async function seedVolume({ email, name, now }: { email: string; name: string; now: Date }): Promise<void> {
  const { gbMonthCents } = volumeSettings();
  await db.query(
    `insert into volume (tenant_id, created_by_id, name, cluster_name, gb, gb_month_cents, reach, created_at, state_at, charged_to)
     select u.tenant_id, u.id, $4, cluster.name, 100, $2, 'shared', $3, $3, to_timestamp(ceil(extract(epoch from $3::timestamptz)))
     from user_account u, cluster where u.email = $1 and cluster.name = 'fra1'
       and not exists (select from volume where tenant_id = u.tenant_id and name = $4)`,
    [email, gbMonthCents, now, name],
  );
}
