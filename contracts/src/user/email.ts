import { z } from 'zod'
import { zLine } from '../kernel/text.ts'

/**
 * An email address in lower case: it belongs to one person in the whole system (docs/domain/login.md#people).
 */
export const zEmail = zLine(3, 254)
  .transform((text) => text.toLowerCase())
  .refine(
    (text) => /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.[^\s@<>(),;:".]+$/.test(text),
    'must be a valid email address',
  )

/** What is shown of an address to a person who has not proved that it is theirs: `a…@vale.example`. */
export const maskEmail = (email: string): string =>
  `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`

/** The form in which addresses are compared and counted. */
export const foldEmail = (text: string): string => text.trim().toLowerCase()

/** Text that Postgres can hold; for fields that are only ever compared. */
export const zStorable = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'contains characters that can’t be stored')
