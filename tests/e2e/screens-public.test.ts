import { describeScreens } from "./support/look-through";

describeScreens("public");
