import type { Output } from "./output";
import { shown } from "./text";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 100;
export const HIDE_CURSOR = "\u001b[?25l";
export const SHOW_CURSOR = "\u001b[?25h";

/** Shows what the command waits for: animated in a terminal, otherwise one line for each change. */
export class Progress {
  private text = "";
  private frame = 0;
  private readonly timer: NodeJS.Timeout | undefined;
  private readonly startedMs = Date.now();

  constructor(private readonly out: Output) {
    if (!out.isWatched) return;
    process.stderr.write(HIDE_CURSOR);
    this.timer = setInterval(() => this.draw(), FRAME_MS);
  }

  say(status: string): void {
    const text = shown(status);
    if (text === this.text) return;
    this.text = text;
    if (this.timer) this.draw();
    else this.out.note(text);
  }

  end(): void {
    if (!this.timer) return;
    clearInterval(this.timer);
    process.stderr.write(`\r\u001b[K${SHOW_CURSOR}`);
  }

  private draw(): void {
    const seconds = Math.floor((Date.now() - this.startedMs) / 1000);
    const frame = FRAMES[(this.frame += 1) % FRAMES.length] ?? "";
    process.stderr.write(
      `\r\u001b[K${this.out.paintNote.cyan(frame)} ${this.text} ${this.out.paintNote.dim(`${seconds} s`)}`,
    );
  }
}
