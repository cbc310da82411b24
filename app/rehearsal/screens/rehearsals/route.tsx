import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import { pageNumber } from "~/platform/http/page-number";
import { hasRight } from "~/platform/staff-rights";
import { presentTime } from "~/platform/time.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { Empty } from "~/platform/ui/empty";
import { Page } from "~/platform/ui/page";
import { Refresh } from "~/platform/ui/refresh";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { useRefetchEvery } from "~/platform/live/use-refetch-every";
import { readForecast } from "~/rehearsal/inside/read-forecast.server";
import { listRehearsals, seesMoneyOf } from "~/rehearsal/inside/read-rehearsals.server";
import { FORECAST_HOURS } from "~/rehearsal/limits";
import { readAdvice } from "~/rehearsal/read-advice.server";
import { AdvicePanel } from "~/rehearsal/views/advice";
import { Forecast } from "./forecast";
import { newRehearsalAction, readForm } from "./new-rehearsal.server";
import { RehearsalForm } from "./rehearsal-form";
import { RehearsalTable } from "./rehearsal-table";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.form ? "New rehearsal" : "Rehearsal"} · Millrace` },
];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "rehearsals");
  const search = new URL(args.request.url).searchParams;
  const mayRun = hasRight(viewer, "fleet.act");
  const asksForForm = mayRun && (search.has("new") || search.has("from"));
  const [forecast, listed, form, advice] = await Promise.all([
    asksForForm ? null : readForecast({ ...askedForecast(search), seesMoney: seesMoneyOf(viewer), now: presentTime() }),
    listRehearsals({ page: pageNumber(search, "page") }),
    asksForForm ? readForm({ search, now: presentTime() }) : null,
    readAdvice(viewer),
  ]);
  return { forecast, listed, form, advice, mayRun };
}

export async function action(args: ActionFunctionArgs) {
  return await newRehearsalAction(args, await requireStaff(args, "rehearsals"));
}

/** The row of capacity and the hours that an address asks for. */
function askedForecast(search: URLSearchParams) {
  const [clusterName = null, gpuType = null] = search.get("row")?.split("/") ?? [];
  const hours = FORECAST_HOURS.find((one) => String(one) === search.get("hours")) ?? FORECAST_HOURS[0];
  return { clusterName, gpuType, hours };
}

const NEW = "/dashboard/rehearsal?new";

/** All rehearsals, and the form of a new one. */
export default function Rehearsals() {
  const { forecast, listed, form, advice, mayRun } = useLoaderData<typeof loader>();
  const answer = refusalIn(useKeptAnswer(useActionData<typeof action>()));
  const first = forecast?.forecast === null && forecast.missing === null;
  const open = first || (form === null && listed.rows.some(({ state }) => state === "waiting" || state === "running"));
  useRefetchEvery(1000, open);
  if (form) return <RehearsalForm form={form} answer={answer} />;
  const empty = listed.rows.length === 0 && listed.page === 1;
  return (
    <Page
      title="Rehearsal"
      lead={empty ? null : "The past, played again with your changes, before you make them."}
      actions={
        mayRun && !empty ? (
          <ButtonLink look="primary" to={NEW}>
            New rehearsal
          </ButtonLink>
        ) : null
      }
    >
      {open ? <Refresh everySeconds={5} /> : null}
      {listed.page === 1 ? <AdvicePanel advice={advice} /> : null}
      {forecast ? <Forecast {...forecast} /> : null}
      {empty ? (
        <Empty title="Nothing has been rehearsed yet.">
          <p className="text-pretty">
            A rehearsal plays a past period again with your changes – more nodes, other prices, other rules – on the
            same scheduler and the same charges as every task. It says who would have waited how long and what you would
            have earned.
          </p>
          {mayRun ? (
            <p className="mt-5">
              <ButtonLink look="primary" to={NEW}>
                New rehearsal
              </ButtonLink>
            </p>
          ) : null}
        </Empty>
      ) : (
        <RehearsalTable listed={listed} />
      )}
    </Page>
  );
}
