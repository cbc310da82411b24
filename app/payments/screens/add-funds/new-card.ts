/** The form's payment method for an unsaved card. */
export const NEW_CARD = "new";
