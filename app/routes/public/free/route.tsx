import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readFree } from "~/domain/capacity/read-free.server";
import { useCapacity } from "~/live/use-capacity";
import { formatTime } from "~/ui/format";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { Refresh } from "~/ui/refresh";
import { Stale } from "~/ui/stale";
import { Time } from "~/ui/time";
import { CapacityTable } from "../capacity-table";

export const meta: MetaFunction = () => [{ title: "Free capacity · Millrace" }];

export async function loader() {
  const now = new Date();
  return { free: await readFree({ now }), atMs: now.getTime() };
}

export default function Free() {
  const loaded = useLoaderData<typeof loader>();
  const { free, ageSeconds } = useCapacity(loaded.free, loaded.atMs);
  return (
    <Page
      title="Free capacity"
      lead="GPUs on wholly free nodes, and fragmented ones on nodes that already run a task."
    >
      <Refresh everySeconds={15} />
      <Panel
        title="Now"
        padded={false}
        actions={
          <span className="text-sm text-muted">
            Updated <Time epochSeconds={loaded.atMs / 1000} format={formatTime} />{" "}
            <Stale ageSeconds={ageSeconds} />
          </span>
        }
      >
        <CapacityTable free={free} />
      </Panel>
    </Page>
  );
}
