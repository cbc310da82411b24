export { type Chance, chanceOf } from "~/platform/chance";
