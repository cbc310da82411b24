/** Who does something to a workspace, for the record. */
export interface StaffAct {
  actorId: number;
  requestId: string;
  now: Date;
}
