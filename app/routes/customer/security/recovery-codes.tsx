import { Banner } from "~/ui/banner";
import { CodeBlock } from "~/ui/code-block";

/** The ten codes, shown this once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div className="flex w-full max-w-md flex-col gap-3">
      <Banner tone="ok">
        Two-factor is on. Keep these recovery codes in a safe place: each opens the account once when you have lost your
        phone. They are not shown again.
      </Banner>
      <CodeBlock label="Recovery codes" text={codes.join("\n")} />
    </div>
  );
}
