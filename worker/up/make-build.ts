// Builds the web part unless it is built from exactly these sources already.
import { buildWhenStale } from "./build";

try {
  buildWhenStale((line) => console.log(line));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
