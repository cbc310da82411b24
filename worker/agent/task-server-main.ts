// The program of one task's SSH server; see ssh/task-server.ts.
import { taskServer } from "./ssh/from-environment";

taskServer();
