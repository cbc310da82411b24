/** Payment method of the form that stands for a card which is not saved. */
export const NEW_CARD = "new";
