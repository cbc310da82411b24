import { Form, type FormProps } from "@remix-run/react";
import { useLookOnly, useRootData } from "./use-root-data";

interface PostFormProps extends Omit<FormProps, "method"> {
  /** Names which of the screen's actions this form triggers. */
  intent?: string;
}

/**
 * A form that changes something: it carries the page security token and its intent (0.6, 2.1). On a read-only screen it
 * is disabled, unless it is sent to another address.
 */
export function PostForm({ intent, children, ...rest }: PostFormProps) {
  const off = useLookOnly() && rest.action === undefined;
  return (
    <Form method="post" {...rest}>
      <input type="hidden" name="_token" value={useRootData()?.pageToken ?? ""} />
      {intent ? <input type="hidden" name="intent" value={intent} /> : null}
      {off ? (
        <fieldset disabled className="contents">
          {children}
        </fieldset>
      ) : (
        children
      )}
    </Form>
  );
}
