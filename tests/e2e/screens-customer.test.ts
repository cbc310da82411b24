import { describeScreens } from "./support/look-through";

describeScreens("customer");
