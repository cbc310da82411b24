import { CodeBlock } from "~/platform/ui/code-block";

const PLACEHOLDER = "$MILLRACE_KEY";

/** Lines to paste: one event by curl, and the configuration of LiteLLM that sends each call. */
export function SendingLines({ origin, serviceKey = PLACEHOLDER }: { origin: string; serviceKey?: string }) {
  return (
    <>
      <CodeBlock label="curl" text={curlLine(origin, serviceKey)} />
      <CodeBlock label="LiteLLM, config.yaml" text={liteLlmLines(origin, serviceKey)} />
    </>
  );
}

function curlLine(origin: string, key: string): string {
  const event =
    '{"events":[{"key":"\'"$(uuidgen)"\'","ts":\'"$(date +%s)"\',"model":"code-7b","user":"user@example.com","kind":"chat","prompt_tokens":812,"generated_tokens":96}]}';
  return [
    "curl",
    `-H "Authorization: Bearer ${key}"`,
    '-H "Content-Type: application/json"',
    `-d '${event}'`,
    `'${origin}/v1/usage'`,
  ].join(" \\\n  ");
}

function liteLlmLines(origin: string, key: string): string {
  return [
    "litellm_settings:",
    '  callbacks: ["millrace"]',
    "callback_settings:",
    "  millrace:",
    "    callback_type: generic_api",
    `    endpoint: ${origin}/v1/usage`,
    "    headers:",
    `      Authorization: Bearer ${key}`,
    "    log_format: json_array",
  ].join("\n");
}
