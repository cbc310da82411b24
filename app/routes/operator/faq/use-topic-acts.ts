import { useEffect, useRef, useState } from "react";
import type { Topic } from "~/domain/faq/topic";
import type { KeptTopic } from "./section-keeper";
import { changeTopics, NO_TOPIC, type TopicAct } from "./topics-page";

/** The last topic that was removed or moved, and its former place. */
interface LastAct {
  act: TopicAct;
  topic: KeptTopic;
  at: number;
}

export type TopicActs = ReturnType<typeof useTopicActs>;

/** The script's actions on a section's topics: edit, add, remove, move, and undo the last of these. */
export function useTopicActs(topics: readonly KeptTopic[], change: (topics: Topic[]) => void) {
  const [last, setLast] = useState<LastAct | null>(null);
  const focus = useFocusAfter();
  const edit = (at: number, topic: Topic) => change(topics.with(at, { ...topics[at], ...topic } as KeptTopic));
  const act = (kind: TopicAct, at: number) => {
    const topic = topics[at];
    if (topic && kind !== "add") setLast({ act: kind, topic, at });
    change(changeTopics<Topic>(topics, kind, at, NO_TOPIC));
    if (kind === "add") focus(`#topic-${topics.length} input`);
    else if (kind === "remove") focus("#undo-topic");
    else
      focus(`#${kind}-${kind === "up" ? at - 1 : at + 1}:enabled, #topic-${kind === "up" ? at - 1 : at + 1} summary`);
  };
  const undo = () => {
    if (!last) return;
    const others = topics.filter(({ key }) => key !== last.topic.key);
    const present = topics.find(({ key }) => key === last.topic.key) ?? last.topic;
    change(others.toSpliced(last.at, 0, present));
    setLast(null);
    focus(`#topic-${last.at} summary`);
  };
  return { edit, act, undo, last };
}

/** Moving an element loses its focus: it is restored once the page shows the change. */
function useFocusAfter(): (selector: string) => void {
  const wanted = useRef("");
  useEffect(() => {
    if (wanted.current === "") return;
    document.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = "";
  });
  return (selector) => (wanted.current = selector);
}
