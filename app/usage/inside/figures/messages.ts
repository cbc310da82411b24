/** CHAT_FREE_DAILY: messages that a FREE user is meant to send in a day. */
export const CHAT_FREE_DAILY = 50;
