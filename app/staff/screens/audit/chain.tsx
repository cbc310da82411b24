import { Banner } from "~/platform/ui/banner";
import { CopyButton } from "~/platform/ui/copy-button";
import { Facts } from "~/platform/ui/facts";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Time } from "~/platform/ui/time";
import { Unread } from "~/platform/ui/unread";
import type { ChainStanding } from "~/platform/read-chain.server";

/** Shows whether the rows are unchanged as of the last check, and the link to store elsewhere. */
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
