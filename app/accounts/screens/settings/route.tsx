import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { billedToLines } from "~/money/billed-to";
import { readBilledTo } from "~/money/read-billed-to.server";
import { readAddress } from "~/accounts/inside/profile/address.server";
import { COUNTRY_LIST } from "~/platform/countries.server";
import { listSshKeys } from "~/compute/list-ssh-keys.server";
import { readOwnUser } from "~/accounts/inside/read-own-user.server";
import { isRecentLogin } from "~/accounts/recent-login";
import { requireCustomer } from "~/platform/http/access.server";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Refused } from "~/platform/ui/refused";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { PASSWORD_INTENT } from "../password-form";
import { PasswordPopup } from "../password-popup";
import { changeSettings } from "./change-settings.server";
import { SettingsForm } from "./settings-form";

export const meta: MetaFunction = () => [{ title: "Company and address · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireCustomer(args, "settings");
  const { userId, tenantId, loginAt } = viewer;
  const [billedTo, { name, email, company, tax }, address, keys] = await Promise.all([
    readBilledTo({ tenantId }),
    readOwnUser(viewer),
    readAddress({ tenantId }),
    listSshKeys({ tenantId, userId }),
  ]);
  const { line1: street, line2: street2, postal_code: postal, city, country, state: region } = address;
  return {
    billedTo: billedToLines(billedTo).join(", "),
    ssh: keys.find((key) => key.own && key.isDefault)?.key ?? "",
    name,
    email,
    company,
    tax,
    street,
    street2,
    postal,
    city,
    country,
    region,
    countries: COUNTRY_LIST,
    askCurrent: !isRecentLogin(loginAt, presentTime()),
  };
}

export async function action(args: ActionFunctionArgs) {
  return await changeSettings(args);
}

export default function Settings() {
  const { billedTo, countries, askCurrent, ...stored } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  return (
    <Page
      title="Company and address"
      lead={
        <>
          Receipts are made out to <strong className="font-medium text-ink">{billedTo}</strong>.
        </>
      }
    >
      <Refused answer={answer?.intent === PASSWORD_INTENT ? undefined : answer} />
      <SettingsForm stored={stored} countries={countries} answer={answer} />
      <Panel title="Password" lead="Changing it ends your other sessions.">
        <PasswordPopup email={stored.email} askCurrent={askCurrent} answer={answer} />
      </Panel>
    </Page>
  );
}
