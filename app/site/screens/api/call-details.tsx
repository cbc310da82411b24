import type { ReferenceCall, ReferenceField } from "~/platform/http/openapi/reference.server";
import { Badge } from "~/platform/ui/badge";
import { CodeBlock } from "~/platform/ui/code-block";

interface CallDetailsProps {
  call: ReferenceCall;
  /** Put in place of `$MILLRACE_KEY`. */
  apiKey: string | null;
}

/** One call, folded into a line. Its content has the anchor, so that a link to it unfolds it. */
export function CallDetails({ call, apiKey }: CallDetailsProps) {
  const { id, method, path, purpose, access, input, curl, answer, meanings, refusals } = call;
  return (
    <details className="more">
      <summary className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-5 py-3 after:col-start-3 after:row-start-1 hover:bg-sunken">
        <Badge tone={method === "GET" ? "neutral" : "accent"}>{method}</Badge>
        <code className="font-medium wrap-anywhere">{path}</code>
        <span className="col-start-2 text-sm/normal text-muted">{purpose}</span>
      </summary>
      <div id={id} className="grid scroll-mt-12 grid-cols-1 gap-4 px-5 pt-1 pb-6 md:pl-22">
        <p className="text-sm/normal text-muted">
          {access}.{" "}
          <a href={`#${id}`} className="underline">
            Link to this call
          </a>
        </p>
        {curl ? <CodeBlock label="Call" text={apiKey ? curl.replace("$MILLRACE_KEY", apiKey) : curl} /> : null}
        {input.length > 0 ? <Fields title={method === "GET" ? "Query" : "Body"} fields={input} /> : null}
        <Heading>Response</Heading>
        <pre className="max-h-96 overflow-auto rounded-control border bg-sunken px-3 py-2.5 text-code wrap-anywhere whitespace-pre-wrap">
          {typeof answer === "string" ? answer : JSON.stringify(answer, null, 2)}
        </pre>
        {meanings.length > 0 ? (
          <details>
            <summary className="w-fit text-sm/normal font-semibold underline underline-offset-3">
              Response fields
            </summary>
            <Fields fields={meanings} />
          </details>
        ) : null}
        {refusals.length > 0 ? (
          <>
            <Heading>Errors</Heading>
            <ul className="list-disc pl-5 text-sm/normal">
              {refusals.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </details>
  );
}

function Heading({ children }: { children: string }) {
  return <h3 className="-mb-2 text-sm/normal font-semibold">{children}</h3>;
}

function Fields({ title, fields }: { title?: string; fields: readonly ReferenceField[] }) {
  return (
    <>
      {title ? <Heading>{title}</Heading> : null}
      <dl>
        {fields.map(({ name, type, meaning, required }) => (
          <div
            key={name}
            className="grid grid-cols-1 gap-x-4 gap-y-0.5 border-b py-2 text-sm/normal md:grid-cols-[12rem_minmax(0,1fr)]"
          >
            <dt className="wrap-anywhere">
              <code>{name}</code>
              {required ? <span className="text-muted"> required</span> : null}
            </dt>
            <dd>
              {meaning} <span className="text-muted">{type}</span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
