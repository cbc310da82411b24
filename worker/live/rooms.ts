import type { Right } from "~/platform/may";
import type { StaffRight } from "~/platform/staff-rights";

/** Names of the rooms (5.1), written once for those who join and those who send. */
export const tenantRoom = (tenantName: string) => `tenant:${tenantName}`;
/** The room of members at a tenant who have a right there. */
export const rightRoom = (tenantName: string, right: Right) => `tenant:${tenantName}:${right}`;
export const userRoom = (userId: number) => `user:${userId}`;
/** Room of all sockets of one login, which end with it. */
export const sessionRoom = (sessionId: string) => `session:${sessionId}`;
export const nodeRoom = (nodeId: number) => `node:${nodeId}`;
/** All staff, and staff with a right. */
export const STAFF_ROOM = "staff";
export const staffRoom = (right: StaffRight) => `staff:${right}`;
