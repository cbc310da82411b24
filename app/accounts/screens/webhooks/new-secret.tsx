import { Banner } from "~/platform/ui/banner";
import { CodeBlock } from "~/platform/ui/code-block";

/** A new secret, which cannot be read a second time. */
export function NewSecret({ secret, children }: { secret: string; children?: React.ReactNode }) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <Banner tone="ok">
        Copy this signing secret now: it is shown only once. Your program uses it to verify that a webhook comes from
        Millrace.
      </Banner>
      <CodeBlock label="Signing secret" text={secret} />
      {children}
    </div>
  );
}
