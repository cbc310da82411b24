import { CodeBlock } from "~/platform/ui/code-block";
import { Panel } from "~/platform/ui/panel";

/** The command line of this installation, which web offers as a file (decision 0211). */
export function InstallCommandLine({ origin }: { origin: string }) {
  return (
    <Panel
      title="Command line"
      lead="One file for Node.js 20 or newer, or Bun: rent, ssh, cp, logs and the rest from a terminal, for people and for scripts."
    >
      <CodeBlock
        label="Install and log in"
        text={[
          "mkdir -p ~/.local/bin",
          `curl -fsSL ${origin}/cli/millrace -o ~/.local/bin/millrace`,
          "chmod +x ~/.local/bin/millrace",
          `~/.local/bin/millrace login ${origin}`,
        ].join(" && \\\n  ")}
      />
    </Panel>
  );
}
