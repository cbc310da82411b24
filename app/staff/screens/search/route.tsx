import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { groupBy } from "~/platform/group-by";
import { requireStaff } from "~/platform/http/access.server";
import { Button } from "~/platform/ui/button";
import { Empty } from "~/platform/ui/empty";
import { fieldState } from "~/platform/ui/field-state";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { TextField } from "~/platform/ui/text-field";
import { TextLink } from "~/platform/ui/text-link";
import { presentTime } from "~/platform/time.server";
import { type HitView, KIND_LABELS } from "./hit-view";
import { readHits } from "./read-hits.server";
import { userInfoPath } from "./user-info-path";

export const meta: MetaFunction = () => [{ title: "Search · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "search");
  const text = new URL(args.request.url).searchParams.get("q")?.trim() ?? "";
  return { text, hits: await readHits({ text, viewer, now: presentTime() }) };
}

/** Results of the search in the staff header; its form works without a script. */
export default function Search() {
  const { text, hits } = useLoaderData<typeof loader>();
  return (
    <Page title="Search" lead="Find users, tasks, nodes, payments, cards and keys by name or number.">
      <Form role="search" className="flex items-end gap-3">
        <div className="w-full max-w-md">
          <TextField key={text} field={fieldState("q", text)} label="Search for" maxLength={100} autoComplete="off" />
        </div>
        <Button look="primary">Search</Button>
      </Form>
      <p className="text-sm">
        <TextLink to={userInfoPath(text)}>Search by name or email in Find User Info</TextLink>
      </p>
      {hits.length > 0 ? (
        [...groupBy(hits, ({ kind }) => kind)].map(([kind, some]) => (
          <Panel key={kind} title={KIND_LABELS[kind]} padded={false}>
            <ul className="divide-y">
              {some.map((hit, place) => (
                <HitLine key={place} hit={hit} />
              ))}
            </ul>
          </Panel>
        ))
      ) : (
        <Panel>
          <Empty title={text === "" ? "No search yet" : "Nothing found"}>
            Part of an email, a name or a tenant; the beginning of a task’s name or its resv_guid; the number of a
            top-up or an invoice; a node or its address; the last four digits of a card or characters of a key.
          </Empty>
        </Panel>
      )}
    </Page>
  );
}

function HitLine({ hit: { to, title, detail } }: { hit: HitView }) {
  return (
    <li className="grid items-baseline gap-x-6 px-4 py-3 text-sm [overflow-wrap:anywhere] sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] sm:px-5">
      <span>
        <TextLink to={to}>
          <bdi>{title}</bdi>
        </TextLink>
      </span>
      <span className="text-muted">{detail}</span>
    </li>
  );
}
