// The parts of one task as a program; see roles.ts.
import { playRole } from "./roles";

playRole();
