import { describeScreens } from "./support/look-through";

await describeScreens("public");
