/** Whether a text can be an email address; the server checks it again. */
export const isEmail = (text: string) => /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.[^\s@<>(),;:".]+$/.test(text)

/** Reads a typed phone number as `+14155550100`; null for an empty text, undefined for an invalid one. */
export const parsePhone = (text: string): string | null | undefined => {
  const digits = text.replace(/[\s().-]/g, '')
  if (digits === '') return null
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : undefined
}
