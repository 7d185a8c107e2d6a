/** Focuses the first field of a form whose answer is wrong, which also scrolls to it. */
export const focusFirstError = (form: HTMLElement | null): void =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
