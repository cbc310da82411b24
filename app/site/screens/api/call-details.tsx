import type { ReferenceCall, ReferenceField } from "~/platform/http/openapi/reference.server";
import { Badge } from "~/platform/ui/badge";
import { CodeBlock } from "~/platform/ui/code-block";

interface CallDetailsProps {
  call: ReferenceCall;
  /** Put in place of `$MILLRACE_KEY`. */
  apiKey: string | null;
}

/** One call, folded into a line. What the line hides has the anchor, so that a link to it unfolds it. */
export function CallDetails({ call, apiKey }: CallDetailsProps) {
  const { id, method, path, purpose, access, input, curl, answer, meanings, refusals } = call;
  return (
    <details className="api-call">
      <summary>
        <Badge tone={method === "GET" ? "neutral" : "accent"}>{method}</Badge>
        <code>{path}</code>
        <span>{purpose}</span>
      </summary>
      <div id={id}>
        <p>
          {access}. <a href={`#${id}`}>Link to this call</a>
        </p>
        {curl ? <CodeBlock label="Call" text={apiKey ? curl.replace("$MILLRACE_KEY", apiKey) : curl} /> : null}
        {input.length > 0 ? <Fields title={method === "GET" ? "Query" : "Body"} fields={input} /> : null}
        <h3>Answer</h3>
        <pre>{typeof answer === "string" ? answer : JSON.stringify(answer, null, 2)}</pre>
        {meanings.length > 0 ? (
          <details>
            <summary>Fields of the answer</summary>
            <Fields fields={meanings} />
          </details>
        ) : null}
        {refusals.length > 0 ? (
          <>
            <h3>Errors</h3>
            <ul>
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

function Fields({ title, fields }: { title?: string; fields: readonly ReferenceField[] }) {
  return (
    <>
      {title ? <h3>{title}</h3> : null}
      <dl>
        {fields.map(({ name, type, meaning, required }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
              {required ? <span> required</span> : null}
            </dt>
            <dd>
              {meaning} <span>{type}</span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
