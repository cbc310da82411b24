import { InvalidArgumentError } from "commander";
import { secondsOf } from "../terminal/words";

/** Parsers of option values. Commander puts the option's name before their errors. */

export function wholeNumber(least: number, most: number) {
  return (typed: string): number => {
    const number = /^\d{1,12}$/.test(typed) ? Number(typed) : NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Use a whole number from ${least} to ${most}.`);
  };
}

export function timeSpan(typed: string): number {
  const seconds = secondsOf(typed);
  if (seconds === null) throw new InvalidArgumentError("Use a time such as 90m, 12h or 3d.");
  return seconds;
}

export function amount(typed: string): number {
  const text = typed.replace(/^\$/, "");
  if (/^\d{1,9}(\.\d{1,2})?$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Use dollars such as 25 or 2.50.");
}

export interface VolumeAt {
  name: string;
  path: string;
  read_only: boolean;
}

/** Parses `datasets:/data` or `datasets:/data:ro`. A repeated option adds another volume. */
export function volumeAt(typed: string, before: VolumeAt[] = []): VolumeAt[] {
  const [, name, path, readOnly] = /^([^:]+):(\/[^:]*)(:ro)?$/.exec(typed) ?? [];
  if (name === undefined || path === undefined) {
    throw new InvalidArgumentError("Use a volume and its folder, such as data:/data or data:/data:ro.");
  }
  return [...before, { name, path, read_only: readOnly !== undefined }];
}
