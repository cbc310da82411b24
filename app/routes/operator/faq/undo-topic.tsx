import { Button } from "~/ui/button";
import type { TopicActs } from "./use-topic-acts";

/** Undoes the last removal or move of a topic; the history has older ones. */
export function UndoTopic({ acts: { last, undo } }: { acts: TopicActs }) {
  if (!last) return null;
  return (
    <div role="status" className="flex items-center gap-3 border-t bg-sunken px-4 py-2.5 text-sm sm:px-5">
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {last.act === "remove" ? "Topic deleted" : "Topic moved"}: {last.topic.question || "without a question"}
      </span>
      <Button type="button" id="undo-topic" size="small" onClick={undo}>
        Undo
      </Button>
    </div>
  );
}
