import { BLADE, BLADES } from "./logo";

interface GpuPictureProps {
  /** Name in the catalogue, `NVIDIA RTX A5000`; a workstation's card has a fan, a server's module has fins. */
  name: string;
  /** `24 GB`: a chip is drawn for each 8 of them. */
  memory: string;
}

const GB_PER_CHIP = 8;
const CHIPS_MAX = 12;
const FINS = 9;

/** Draws a GPU type from its catalogue entry. The text next to it repeats all that the drawing shows. */
export function GpuPicture({ name, memory }: GpuPictureProps) {
  const chips = Math.min(CHIPS_MAX, Math.max(1, Math.round(parseInt(memory, 10) / GB_PER_CHIP) || 1));
  const at = (chip: number) => ({ x: 5 + (chip % 6) * 5, y: 28 + Math.floor(chip / 6) * 4.5 });
  return (
    <svg aria-hidden="true" viewBox="0 0 64 40" className="gpu-picture">
      <rect className="gpu-board" x="1" y="3" width="62" height="34" rx="4" />
      {/\bRTX\b/i.test(name) ? (
        <g transform="translate(38 8.5) scale(0.95)">
          <circle className="gpu-well" cx="12" cy="12" r="12.6" />
          <path className="gpu-fan" d={BLADES} />
          <path className="gpu-warm" d={BLADE} />
        </g>
      ) : (
        Array.from({ length: FINS }, (_, fin) => (
          <rect
            key={fin}
            className={fin === 0 ? "gpu-warm" : "gpu-fan"}
            x={37 + fin * 2.7}
            y="8"
            width="1.5"
            height="24"
            rx="0.7"
          />
        ))
      )}
      <rect className="gpu-well" x="6" y="8" width="26" height="15" rx="2" />
      <rect className="gpu-die" x="13" y="10.5" width="12" height="10" rx="1.2" />
      {Array.from({ length: chips }, (_, chip) => (
        <rect key={chip} className="gpu-chip" {...at(chip)} width="3.6" height="3" rx="0.6" />
      ))}
    </svg>
  );
}
