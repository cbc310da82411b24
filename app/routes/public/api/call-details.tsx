import type { ReferenceCall } from "~/http/openapi/reference.server";
import { Badge } from "~/ui/badge";
import { CodeBlock } from "~/ui/code-block";

interface CallDetailsProps {
  call: ReferenceCall;
  /** Put in place of `$MILLRACE_KEY`. */
  apiKey: string | null;
}

/** One call, folded into a line. What the line hides has the anchor, so that a link to it unfolds it. */
export function CallDetails({ call, apiKey }: CallDetailsProps) {
  const { id, method, path, purpose, access, input, curl, answer, refusals } = call;
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
        {curl ? (
          <CodeBlock label="Call" text={apiKey ? curl.replace("$MILLRACE_KEY", apiKey) : curl} />
        ) : null}
        {input.length > 0 ? <Fields call={call} /> : null}
        <h3>Answer</h3>
        <pre>{typeof answer === "string" ? answer : JSON.stringify(answer, null, 2)}</pre>
        {refusals.length > 0 ? (
          <>
            <h3>Refused with</h3>
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

function Fields({ call: { id, method, input } }: { call: ReferenceCall }) {
  return (
    <>
      <h3 id={`${id}-fields`}>{method === "GET" ? "Query" : "Body"}</h3>
      <dl aria-labelledby={`${id}-fields`}>
        {input.map(({ name, type, meaning, required }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
              {required ? " required" : null}
            </dt>
            <dd>
              {meaning}
              {meaning && type ? ". " : null}
              <span>{type}</span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
