export interface FieldState {
  key?: string | undefined;
  id: string;
  errorId: string;
  descriptionId: string;
  name: string;
  defaultValue?: string | undefined;
  errors?: string[] | undefined;
}

/** The state of a field of a GET form, whose values and errors come from the loader. */
export function fieldState(name: string, value: string, error?: string): FieldState {
  return {
    id: `field-${name}`,
    errorId: `field-${name}-error`,
    descriptionId: `field-${name}-hint`,
    name,
    // A new value from the loader creates a new control, which would otherwise keep its first value.
    key: value,
    defaultValue: value,
    errors: error ? [error] : undefined,
  };
}
