import { Panel } from "~/platform/ui/panel";
import { EventsList } from "../events-list";
import { Placements } from "../placements";
import type { TabProps } from "./props";

/** Events of the task, and its parts on nodes. */
export default function Events({ loaded: { events, placements } }: TabProps) {
  return (
    <>
      <Panel title="Events">
        <EventsList events={events ?? []} />
      </Panel>
      {placements && placements.length > 0 ? (
        <Panel title="Placements" padded={false}>
          <Placements placements={placements} />
        </Panel>
      ) : null}
    </>
  );
}
