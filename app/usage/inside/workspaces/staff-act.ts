/** The staff user who acts on a workspace, for the audit. */
export interface StaffAct {
  actorId: number;
  requestId: string;
  now: Date;
}
