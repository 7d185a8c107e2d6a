import { z } from 'zod'

const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/

/**
 * Trimmed human text of `min` to `max` UTF-16 units. Refuses what Postgres or a screen cannot take:
 * NUL and C0 controls but tab and newline, bidi overrides, lone surrogates (reliability.md §3).
 */
export const zText = (min: number, max: number) =>
  z
    .string()
    .max(max * 2 + 100)
    .trim()
    .min(min)
    .max(max)
    .refine((text) => text.isWellFormed() && !forbidden.test(text), 'contains characters that cannot be stored')

/** One line: as `zText`, without line breaks. */
export const zLine = (min: number, max: number) =>
  zText(min, max).refine((text) => !/[\r\n\t]/.test(text), 'must be one line')

/** A short code of ASCII letters, digits, dot, dash and underscore. */
export const zCode = (max: number) => z.string().min(1).max(max).regex(/^[A-Za-z0-9._-]+$/, 'must be a code of letters, digits, dot, dash or underscore')
