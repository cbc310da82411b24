import { InvalidArgumentError } from "commander";
import { secondsOf } from "../terminal/words";

/** Values of options, as commander asks for them: what is wrong is said with the option's name before it. */

export function wholeNumber(least: number, most: number) {
  return (typed: string): number => {
    const number = /^\d{1,12}$/.test(typed) ? Number(typed) : NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
  };
}

export function timeSpan(typed: string): number {
  const seconds = secondsOf(typed);
  if (seconds === null) throw new InvalidArgumentError("Give a time such as 90m, 12h or 3d.");
  return seconds;
}

export function amount(typed: string): number {
  const text = typed.replace(/^\$/, "");
  if (/^\d{1,9}(\.\d{1,2})?$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Give dollars such as 25 or 2.50.");
}

export interface VolumeAt {
  name: string;
  path: string;
  read_only: boolean;
}

/** `datasets:/data`, `datasets:/data:ro`; said again, it is one volume more. */
export function volumeAt(typed: string, before: VolumeAt[] = []): VolumeAt[] {
  const [, name, path, readOnly] = /^([^:]+):(\/[^:]*)(:ro)?$/.exec(typed) ?? [];
  if (name === undefined || path === undefined) {
    throw new InvalidArgumentError("Give a volume and its folder, such as data:/data or data:/data:ro.");
  }
  return [...before, { name, path, read_only: readOnly !== undefined }];
}
