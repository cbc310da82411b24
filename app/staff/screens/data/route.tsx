import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isRecentLogin } from "~/accounts/recent-login";
import { readLosses } from "~/staff/inside/own-data/deletion/read-losses.server";
import { listExports } from "~/staff/read-exports.server";
import { Panel } from "~/platform/ui/panel";
import { Unread } from "~/platform/ui/unread";
import { partOrNull } from "~/platform/http/part-or-null.server";
import { requireCustomer } from "~/platform/http/access.server";
import { Page } from "~/platform/ui/page";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { changeData } from "./change-data.server";
import { DeletePanel } from "./delete-panel";
import { ExportPanel } from "./export-panel";

export const meta: MetaFunction = () => [{ title: "Your data · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { userId, email, loginAt } = await requireCustomer(args, "data");
  const now = presentTime();
  const [exports, losses] = await Promise.all([
    listExports({ userId, now }),
    partOrNull(args, "losses", readLosses({ userId, now })),
  ]);
  return { email, exports, losses, askPassword: !isRecentLogin(loginAt, now) };
}

export async function action(args: ActionFunctionArgs) {
  return await changeData(args);
}

export default function Data() {
  const { email, exports, losses, askPassword } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  return (
    <Page title="Your data" lead="Download a copy of everything we store about you, or delete your account.">
      <ExportPanel exports={exports} askPassword={askPassword} answer={answer} />
      {losses ? (
        <DeletePanel email={email} losses={losses} answer={answer} />
      ) : (
        <Panel title="Delete my account">
          <Unread what="What a deletion ends" />
        </Panel>
      )}
    </Page>
  );
}
