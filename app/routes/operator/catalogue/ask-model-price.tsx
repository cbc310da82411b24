import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { ANY_MODEL } from "~/domain/usage/price";
import { Panel } from "~/ui/panel";
import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";
import { TextLink } from "~/ui/text-link";
import { formatCoins, formatCount, formatMetering } from "~/ui/usage-format";
import type { AskedModelPrice } from "./asked-model-price";

/** What a model's price means, before it is saved. */
export function AskModelPrice({ asked }: { asked: AskedModelPrice }) {
  const { pathname } = useLocation();
  const { model, none, fromAt, effect } = asked;
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => question.current?.focus(), []);
  const fields = { ...asked, from_at: fromAt, confirm: "1" };
  const names = ["model", "prompt", "generated", "cache_read", "cache_creation", "from_at", "confirm"] as const;
  return (
    <div ref={question} tabIndex={-1} className="outline-none">
      <Panel title={<span className="break-all">{`${model}: ${none ? "no price of its own" : "new price"}`}</span>}>
        <PostForm intent="set-model-price" className="flex flex-col gap-4">
          {names.map((name) => (
            <input key={name} type="hidden" name={name} value={fields[name]} />
          ))}
          {none ? <input type="hidden" name="none" value="1" /> : null}
          <ul className="list-disc pl-5 text-sm">
            {none ? null : <li>{priceWords(asked)}</li>}
            <li>
              {fromAt
                ? `It applies from ${fromAt.replace("T", " ")} UTC on, and can be withdrawn until shortly before.`
                : "It applies at once."}
            </li>
            <li>Events of an earlier time keep the price of their time, also those that come late.</li>
            <li>{effectWords(asked)}</li>
            {effect.tokens > 0 ? <li>Events that name their coins themselves are not changed by it.</li> : null}
          </ul>
          <div className="flex flex-wrap items-center gap-4">
            <SubmitButton intent="set-model-price">{fromAt ? "Plan this price" : "Set this price"}</SubmitButton>
            <span className="text-sm">
              <TextLink to={pathname}>Leave it</TextLink>
            </span>
          </div>
        </PostForm>
      </Panel>
    </div>
  );
}

function priceWords({ prompt, generated, cache_read: read, cache_creation: creation }: AskedModelPrice): string {
  return `Coins per million tokens: prompt ${formatCount(prompt)}, generated ${formatCount(generated)}, cache read ${formatCount(read)}, cache creation ${formatCount(creation)}.`;
}

function effectWords({ model, effect }: AskedModelPrice): string {
  const { tokens, atNew, atPresent, models } = effect;
  const whose =
    model === ANY_MODEL
      ? `of ${models} ${models === 1 ? "model" : "models"} without a price of their own`
      : "of this model";
  if (tokens === 0) return `No tokens ${whose} were used in the last 30 days.`;
  return `The ${formatMetering(tokens)} tokens ${whose} in the last 30 days cost ${formatCoins(atNew)} million coins at it, and ${formatCoins(atPresent)} million at the price of now.`;
}
