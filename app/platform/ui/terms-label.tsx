import { TextLink } from "./text-link";

/** The agreement that a new user accepts. */
export function TermsLabel() {
  return (
    <>
      I agree to the{" "}
      <TextLink to="/terms" target="_blank">
        terms
      </TextLink>{" "}
      and have read the{" "}
      <TextLink to="/privacy" target="_blank">
        privacy notice
      </TextLink>
      .
    </>
  );
}
