import { useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { FormAnswer } from "~/platform/http/form.server";
import { describedBy, Field } from "~/platform/ui/field";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

const INTENT = "apply-coupon";

/** A field for a code and 'Apply' (2.4). An accepted code clears the field; a refused one stays. */
export function CouponBox({ answer }: { answer: FormAnswer | undefined }) {
  const taken = useTaken(answer?.intent === INTENT);
  return <CouponForm key={taken} answer={answer} />;
}

function CouponForm({ answer }: { answer: FormAnswer | undefined }) {
  const [form, { code }] = useAnsweredForm<{ code: string }>(INTENT, answer);
  return (
    <PostForm intent={INTENT} id={form.id} preventScrollReset onSubmit={keepEmpty}>
      <Field field={code} label="Promo code">
        <div className="flex gap-2">
          <input
            key={code.key}
            id={code.id}
            name={code.name}
            defaultValue={code.defaultValue}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="control w-full max-w-64 min-w-0"
            {...describedBy(code, null)}
          />
          <SubmitButton look="secondary" intent={INTENT}>
            Apply
          </SubmitButton>
        </div>
      </Field>
    </PostForm>
  );
}

/** Keeps an empty code from being sent (9.3). */
function keepEmpty(event: FormEvent<HTMLFormElement>) {
  const code = new FormData(event.currentTarget).get("code");
  if (typeof code === "string" && code.trim() === "") event.preventDefault();
}

/** Counts the codes accepted on this page. */
function useTaken(refused: boolean): number {
  const [taken, setTaken] = useState(0);
  const { state, formData } = useNavigation();
  const sent = useRef(false);
  const sending = formData?.get("intent") === INTENT;
  useEffect(() => {
    if (sending) sent.current = true;
    if (state !== "idle" || !sent.current) return;
    sent.current = false;
    if (!refused) setTaken((count) => count + 1);
  }, [sending, state, refused]);
  return taken;
}
