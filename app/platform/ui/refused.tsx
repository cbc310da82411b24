import type { FormAnswer } from "~/platform/http/form.server";
import { Banner } from "./banner";

/** Shows why a form was refused, if no field shows it. */
export function Refused({ answer }: { answer: FormAnswer | undefined }) {
  const formErrors = answer?.lastResult.error?.[""];
  if (!formErrors) return null;
  return (
    <div role="alert">
      <Banner tone="danger">{formErrors.join(" ")}</Banner>
    </div>
  );
}
