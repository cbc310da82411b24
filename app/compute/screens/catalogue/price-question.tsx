import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextLink } from "~/platform/ui/text-link";

interface PriceQuestionProps {
  intent: "set-price" | "set-model-price";
  title: ReactNode;
  /** Typed values, sent again with the answer. */
  fields: Record<string, string | number>;
  /** `YYYY-MM-DDTHH:MM`, UTC; empty: at once. */
  appliesAt: string;
  /** Effects of the price, one per item. */
  children: ReactNode;
}

/** Asks for confirmation before a price is saved (A20). */
export function PriceQuestion({ intent, title, fields, appliesAt, children }: PriceQuestionProps) {
  const { pathname } = useLocation();
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => question.current?.focus(), []);
  return (
    <div ref={question} tabIndex={-1} className="outline-none">
      <Panel title={title}>
        <PostForm intent={intent} className="flex flex-col gap-4">
          {Object.entries({ ...fields, confirm: "1" }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <ul className="list-disc pl-5 text-sm">{children}</ul>
          <div className="flex flex-wrap items-center gap-4">
            <SubmitButton intent={intent}>{appliesAt ? "Plan this price" : "Set this price"}</SubmitButton>
            <span className="text-sm">
              <TextLink to={pathname}>Leave it</TextLink>
            </span>
          </div>
        </PostForm>
      </Panel>
    </div>
  );
}

interface FromWhenProps {
  appliesAt: string;
  /** Time until which a planned price can be withdrawn. */
  until: "then" | "shortly before";
}

export function FromWhen({ appliesAt, until }: FromWhenProps) {
  return (
    <li>
      {appliesAt
        ? `It applies from ${appliesAt.replace("T", " ")} UTC on, and can be withdrawn until ${until}.`
        : "It applies at once."}
    </li>
  );
}
