import { Facts } from "~/platform/ui/facts";
import { Panel } from "~/platform/ui/panel";
import { TextLink } from "~/platform/ui/text-link";

/** Rules that hold for every call. */
export function Essentials({ origin }: { origin: string }) {
  return (
    <Panel title="Every call">
      <Facts
        facts={[
          { label: "Address", value: <code className="font-mono text-code">{origin}</code> },
          {
            label: "Key",
            value: <code className="font-mono text-code">Authorization: Bearer mr_…</code>,
          },
          { label: "Send", value: "JSON, or a form" },
          { label: "retcode", value: "OK, ERROR or FAILED (try again later)" },
          { label: "MCP, for agents", value: <code className="font-mono text-code">{origin}/mcp</code> },
          { label: "Limit", value: "600 calls a minute; then 429 with Retry-After" },
        ]}
      />
      <p className="mt-4 text-sm text-muted">
        Prices are whole cents per hour, amounts in <code>dollars_…</code> are dollars, times are epoch seconds UTC. For
        programs:{" "}
        <a className="prose-link" href="/openapi.json">
          openapi.json
        </a>
        . For an agent: <TextLink to="/user/api-keys">a key of its own</TextLink>, with a spending limit.
      </p>
    </Panel>
  );
}
