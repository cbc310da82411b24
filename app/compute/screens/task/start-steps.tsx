import { Banner } from "~/platform/ui/banner";

/** Slow steps of a start: the pull of an image that its node does not have yet. */
export function StartSteps({ steps }: { steps: string[] }) {
  if (steps.length === 0) return null;
  return (
    <Banner tone="accent">
      {steps.map((step) => (
        <p key={step} className="font-medium tabular-nums">
          {step}
        </p>
      ))}
      <p className="mt-0.5">Nothing is charged before you can log in.</p>
    </Banner>
  );
}
