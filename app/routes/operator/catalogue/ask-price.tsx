import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { formatCents } from "~/ui/format";
import { Panel } from "~/ui/panel";
import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";
import { TextLink } from "~/ui/text-link";
import type { AskedPrice } from "./asked-price";

const tasks = (count: number) => `${count} ${count === 1 ? "task" : "tasks"}`;

/** What a price means, before it is saved (A20, B14). */
export function AskPrice({ asked, before }: { asked: AskedPrice; before: number | undefined }) {
  const { pathname } = useLocation();
  const { gpuType, pphCents, version, appliesAt, effect } = asked;
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => question.current?.focus(), []);
  return (
    <div ref={question} tabIndex={-1} className="outline-none">
      <Panel
        title={`${gpuType}: ${before === undefined ? "" : `${formatCents(before)} → `}${formatCents(pphCents)} per GPU-hour`}
      >
        <PostForm intent="set-price" className="flex flex-col gap-4">
          <input type="hidden" name="gpu_type" value={gpuType} />
          <input type="hidden" name="pph" value={pphCents} />
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="applies_at" value={appliesAt} />
          <input type="hidden" name="confirm" value="1" />
          <ul className="list-disc pl-5 text-sm">
            <li>
              {appliesAt
                ? `It applies from ${appliesAt.replace("T", " ")} UTC on, and can be withdrawn until then.`
                : "It applies at once."}
            </li>
            <li>Running tasks are unaffected: {tasks(effect.running)} of this type keep their price.</li>
            <li>
              {effect.atNew === 0 && effect.queued > 0
                ? `0 of ${tasks(effect.queued)} that wait start at the new price: they keep the lower one at which they were accepted.`
                : `${tasks(effect.atNew)} of ${effect.queued} that wait ${effect.atNew === 1 ? "starts" : "start"} at the new price; the others keep the lower one at which they were accepted.`}
            </li>
          </ul>
          <div className="flex flex-wrap items-center gap-4">
            <SubmitButton intent="set-price">{appliesAt ? "Plan this price" : "Set this price"}</SubmitButton>
            <span className="text-sm">
              <TextLink to={pathname}>Leave it</TextLink>
            </span>
          </div>
        </PostForm>
      </Panel>
    </div>
  );
}
