/** Days for which the name of a deleted workspace is kept, and the deletion can be undone (A16). */
export const NAME_KEPT_DAYS = 30;
