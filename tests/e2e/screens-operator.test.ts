import { describeScreens } from "./support/look-through";

describeScreens("operator");
