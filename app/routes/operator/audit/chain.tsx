import { Banner } from "~/ui/banner";
import { CopyButton } from "~/ui/copy-button";
import { Facts } from "~/ui/facts";
import { Panel } from "~/ui/panel";
import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";
import { Time } from "~/ui/time";
import { Unread } from "~/ui/unread";
import type { ChainStanding } from "~/domain/audit/read-chain.server";

/** Whether the rows are unchanged as of the last check, and the link to store elsewhere. */
export function Chain({ chain }: { chain: ChainStanding | null }) {
  const check = (
    <PostForm intent="check">
      <SubmitButton intent="check" look="secondary" size="small">
        Check now
      </SubmitButton>
    </PostForm>
  );
  if (!chain)
    return (
      <Panel title="Chain" padded={false}>
        <Unread />
      </Panel>
    );
  const { checkedTs, rows, fault, number, hash, pruned } = chain;
  const newest = `${number}:${hash}`;
  return (
    <>
      {fault ? <Banner tone="danger">The audit is broken. {fault}</Banner> : null}
      <Panel
        title="Chain"
        lead="Each row is hashed with all rows before it, so a changed, removed or inserted row is found."
        actions={check}
      >
        <Facts
          facts={[
            {
              label: fault ? "Broken at" : "Verified at",
              value: checkedTs ? <Time epochSeconds={checkedTs} /> : "not yet",
            },
            { label: "Rows verified", value: rows === null ? "–" : rows.toLocaleString("en-US") },
            ...(pruned > 0 ? [{ label: "Pruned after two years", value: `up to #${pruned}` }] : []),
            {
              label: "Newest link, to keep elsewhere",
              long: true,
              value: (
                <span className="inline-flex flex-wrap items-center justify-end gap-2">
                  <code className="font-mono text-xs break-all">{newest}</code>
                  <CopyButton text={newest} />
                </span>
              ),
            },
          ]}
        />
      </Panel>
    </>
  );
}
