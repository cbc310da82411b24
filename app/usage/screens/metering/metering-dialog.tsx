import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { PopupPanel } from "~/platform/ui/popup-panel";
import { TextLink } from "~/platform/ui/text-link";
import { MeteringDetail } from "../user-metering/metering-detail";
import type { loader } from "../user-metering/route";
import { userMeteringPath } from "~/usage/views/usage-links";

/** Fixed height, so that nothing jumps when the figures arrive. */
const ROOM = "min(40rem, 70vh)";

interface MeteringDialogProps {
  user: string;
  days: number;
  onClose: () => void;
}

/** The detail of a user over the list; Escape, its button and a click outside close it (2.4). */
export function MeteringDialog({ user, days, onClose }: MeteringDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { data, load } = useFetcher<typeof loader>();
  const path = userMeteringPath(user, days);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => load(path), [load, path]);
  return (
    <dialog
      ref={dialog}
      aria-label={user}
      className="popup-panel popup-wide m-auto"
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <PopupPanel title={user} onClose={() => dialog.current?.close()}>
        <div style={{ minHeight: ROOM }}>
          {data ? (
            <MeteringDetail metering={data} />
          ) : (
            <p role="status" className="py-10 text-center text-muted">
              Loading…
            </p>
          )}
        </div>
        <p className="mt-4 text-sm">
          <TextLink to={path}>Open as a page</TextLink>
        </p>
      </PopupPanel>
    </dialog>
  );
}
