/** Whether a text can be an e-mail address; the server judges once more. */
export const isEmail = (text: string) => /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.[^\s@<>(),;:".]+$/.test(text)

/** `+14155550100` of what somebody typed, null of nothing, undefined of what is no number. */
export const phoneOf = (text: string): string | null | undefined => {
  const digits = text.replace(/[\s().-]/g, '')
  if (digits === '') return null
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : undefined
}
