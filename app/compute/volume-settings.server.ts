import { env } from "~/platform/env.server";

/** The operator's settings of volumes. */
export function volumeSettings(): { gbMonthCents: number; volumesMax: number; gbMax: number } {
  return { gbMonthCents: env.VOLUME_GB_MONTH_CENTS, volumesMax: env.VOLUMES_MAX, gbMax: env.VOLUMES_GB_MAX };
}
