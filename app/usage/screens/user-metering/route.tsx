import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SHOWN } from "~/platform/shown-messages";
import { findMeteredUser } from "~/usage/inside/figures/read-metering.server";
import { requireStaff } from "~/platform/http/access.server";
import { csvInstead, csvTable } from "~/platform/http/csv-instead.server";
import { refusalPage } from "~/platform/http/refusal-page.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { ChoiceLinks } from "~/platform/ui/choice-links";
import { CsvLink } from "~/platform/ui/csv-link";
import { Page } from "~/platform/ui/page";
import { meteringPath, userMeteringPath } from "~/usage/views/usage-links";
import { presentTime } from "~/platform/time.server";
import { MeteringDetail } from "./metering-detail";
import { askedCount, DAYS, listMeteringRows, readUserMetering } from "./read-user-metering.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.user ?? "User metering"} · Millrace` },
];

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, "user-metering");
  const user = await findMeteredUser(args.params["user"] ?? "");
  if (!user) throw refusalPage(404, SHOWN.notFound);
  const asked = { user, count: askedCount(new URL(args.request.url).searchParams), now: presentTime() };
  await csvInstead(args, {
    metering: () =>
      csvTable(() => listMeteringRows(asked), {
        Day: (row) => row.day,
        Model: (row) => row.model,
        Coins: (row) => row.coins,
        Prompt: (row) => row.prompt,
        Generated: (row) => row.generated,
        "Cache read": (row) => row.cacheRead,
        "Cache creation": (row) => row.cacheCreation,
      }),
  });
  return { ...(await readUserMetering(asked)), choices: [...DAYS], tenantName: user.tenantName };
}

export default function UserMetering() {
  const { choices, tenantName, ...metering } = useLoaderData<typeof loader>();
  const { user, count } = metering;
  return (
    <Page
      title={<span className="break-all">{user}</span>}
      lead="What this user spent on the assistant's models."
      actions={
        <>
          <ButtonLink to={`/users/stats/${encodeURIComponent(tenantName)}`}>User</ButtonLink>
          <ButtonLink to={meteringPath({})}>All users</ButtonLink>
        </>
      }
    >
      <ChoiceLinks
        label="Days"
        choices={choices.map((days) => ({
          label: `${days} days`,
          to: userMeteringPath(user, days),
          current: days === count,
        }))}
      />
      <MeteringDetail metering={metering} files={<CsvLink of={`metering of ${user}`} />} />
    </Page>
  );
}
