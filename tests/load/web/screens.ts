import { type ScreenAddress, screenAddresses } from "../../support/screen-addresses";
import { scriptBytes, sentBy } from "../../support/script-bytes";
import type { Demo } from "./demo-data";
import { fetchHtml, spread } from "./first-byte";
import { lookAt, openPage } from "./look";

const SAMPLES = 15;
const WIDTHS = [1280, 390];

export const VIEWERS = ["visitor", "customer", "admin"] as const;
export type Viewer = (typeof VIEWERS)[number];

export interface ScreenRow {
  path: string;
  who: Viewer;
  status: number;
  violations: string[];
  shift: number;
  htmlBytes: number;
  sentBytes: number;
  scriptBytes: number;
  medianMs: number;
  p90Ms: number;
}

/** Measures each screen of the table as its audience sees it; `seen` gets each row as soon as it is there. */
export async function measureScreens(origin: string, demo: Demo, seen: (row: ScreenRow) => void): Promise<ScreenRow[]> {
  const rows: ScreenRow[] = [];
  const scripts = await scriptBytes(sentBy(origin));
  for (const who of VIEWERS) {
    const cookie = cookieFor(who, demo);
    const pages = await Promise.all(WIDTHS.map((width) => openPage(origin, { cookie, width })));
    for (const { path, file } of pathsFor(who, demo)) {
      const looks = [];
      for (const page of pages) looks.push(await lookAt(page, path));
      const row = {
        path,
        who,
        ...(await timesOf(origin + path, cookie)),
        violations: [...new Set(looks.flatMap(({ violations }) => violations))],
        shift: Math.max(...looks.map(({ shift }) => shift)),
        scriptBytes: scripts.get(file.replace(/\.\w+$/, "")) ?? Number.NaN,
      };
      rows.push(row);
      seen(row);
    }
    await Promise.all(pages.map((page) => page.context().close()));
  }
  return rows;
}

export function cookieFor(who: Viewer, demo: Demo): string | null {
  return { visitor: null, customer: demo.customer.cookie, admin: demo.admin.cookie }[who];
}

/** Segments of screens that are not measured. */
const NOT_MEASURED = [
  ...["provider", "endpointId", "port", "month", "lineId", "nodeName", "clusterName", "rollingId", "alertId", "ruleId"],
  ...["rehearsalId", "user"],
];

/** The screens for that viewer, with addresses that exist in the demo. */
export function pathsFor(who: Viewer, { customer, admin }: Demo): ScreenAddress[] {
  const audience = ({ visitor: "public", customer: "customer", admin: "operator" } as const)[who];
  const values = {
    ...{ resvGuid: customer.resvGuid, id: admin.userId, tenantName: admin.tenantName, token: "x".repeat(43) },
  };
  return screenAddresses(audience, { values, without: NOT_MEASURED });
}

async function timesOf(url: string, cookie: string | null) {
  const first = await fetchHtml(url, cookie);
  const samples: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) samples.push((await fetchHtml(url, cookie)).firstByteMs);
  const { status, htmlBytes, sentBytes } = first;
  return { status, htmlBytes, sentBytes, ...spread(samples) };
}
