import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/platform/http/access.server";
import { Banner } from "~/platform/ui/banner";
import { CheckField } from "~/platform/ui/check-field";
import { Empty } from "~/platform/ui/empty";
import { fieldState } from "~/platform/ui/field-state";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { presentTime } from "~/platform/time.server";
import { MoreInfo } from "./more-info";
import { readUserInfoScreen } from "./read-user-info-screen.server";
import { Results } from "./results";

export const meta: MetaFunction = () => [{ title: "Find User Info · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, "user-info");
  const { searchParams: search } = new URL(args.request.url);
  return await readUserInfoScreen({ search, tenantId: viewer.tenantId, now: presentTime() });
}

export default function FindUserInfo() {
  const { q, byName, results, more, problem } = useLoaderData<typeof loader>();
  const isListed = more !== null && results?.some(({ email }) => email === more.email);
  return (
    <Page title="Find User Info" lead="A user's subscription and what their clients reported.">
      {problem === null ? null : <Banner tone="danger">{problem}</Banner>}
      <Panel>
        <Form className="flex flex-wrap items-end gap-x-4 gap-y-3" role="search" preventScrollReset>
          <div className="w-full sm:w-80">
            <TextField
              field={fieldState("q", q)}
              label="Email or name"
              type="search"
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
            />
          </div>
          <div className="flex min-h-9.5 items-center">
            <CheckField field={fieldState("by_name", byName ? "1" : "")} label="search by name" />
          </div>
          <SubmitButton>Search</SubmitButton>
        </Form>
      </Panel>
      {more !== null && !isListed ? (
        <Panel title={<bdi className="[overflow-wrap:anywhere]">{more.email}</bdi>}>
          <MoreInfo info={more.info} />
        </Panel>
      ) : null}
      {results === null && more === null ? (
        <Panel>
          <Empty title="No search yet">
            Enter part of an email, or of a name with ‘search by name’. Users found appear here, with their subscription
            and what their clients reported.
          </Empty>
        </Panel>
      ) : null}
      {results === null ? null : (
        <Panel title={results.length === 1 ? "1 user" : `${results.length} users`} padded={false}>
          <Results results={results} more={isListed ? more : null} />
        </Panel>
      )}
    </Page>
  );
}
