import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listKeepingClusters } from "~/compute/inside/volumes/list-keeping-clusters.server";
import { listVolumes } from "~/compute/list-volumes.server";
import { volumeSettings } from "~/compute/volume-settings.server";
import { requireCustomer } from "~/platform/http/access.server";
import { Banner } from "~/platform/ui/banner";
import { Empty } from "~/platform/ui/empty";
import { formatCents, formatCount } from "~/platform/ui/format";
import { Lead } from "~/platform/ui/lead";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Refused } from "~/platform/ui/refused";
import { TextLink } from "~/platform/ui/text-link";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { changeVolumes } from "./change-volumes.server";
import { IN_POPUPS } from "./volume-actions";
import { VolumeForm } from "./volume-form";
import { useNotified } from "~/platform/live/use-notified";
import { VolumeTable } from "./volume-table";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () => [{ title: "Volumes · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId } = await requireCustomer(args, "volumes");
  const [volumes, clusters] = await Promise.all([listVolumes({ tenantId, now: presentTime() }), listKeepingClusters()]);
  return { volumes, clusters, gbMonthCents: volumeSettings().gbMonthCents };
}

export async function action(args: ActionFunctionArgs) {
  return await changeVolumes(args, await requireCustomer(args, "volumes"));
}

export default function Volumes() {
  const { volumes, clusters, gbMonthCents } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  useNotified("/volumes");
  const refusal = refusalIn(answer);
  const kept = volumes.filter(({ state }) => state === "kept" || state === "unpaid");
  const inPopup = refusal !== undefined && IN_POPUPS.includes(refusal.intent);
  return (
    <Page
      title="Volumes"
      lead="Storage that outlives a task. Choose a volume when you rent, and the next task finds its files there."
    >
      <Refused answer={inPopup ? undefined : refusal} />
      {volumes.some(({ state }) => state === "unpaid") ? (
        <Banner tone="danger">
          Your balance does not cover all of your volumes. <TextLink to="/billing/add-funds">Add funds</TextLink> before
          the day named below, or their data is deleted.
        </Banner>
      ) : null}
      {kept.length > 0 ? (
        <Lead figure={`${formatCount(sum(kept.map(({ gb }) => gb)))} GB`}>
          in {kept.length === 1 ? "1 volume" : `${formatCount(kept.length)} volumes`}, for{" "}
          {formatCents(sum(kept.map(({ month_cents }) => month_cents)))} a month
        </Lead>
      ) : null}
      {volumes.length > 0 || clusters.length > 0 ? (
        <Panel title="Your volumes" padded={false}>
          <VolumeTable volumes={volumes} answer={refusal} />
        </Panel>
      ) : null}
      <Panel title={clusters.length > 0 ? "Create a volume" : undefined}>
        {clusters.length > 0 ? (
          <VolumeForm key={volumes.length} clusters={clusters} gbMonthCents={gbMonthCents} answer={refusal} />
        ) : (
          <Empty title="No cluster offers volumes at the moment">
            Until one does, copy what you need before a task ends: its disk is erased. If you need volumes soon,{" "}
            <TextLink to="/contact">write to us</TextLink>.
          </Empty>
        )}
      </Panel>
    </Page>
  );
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
