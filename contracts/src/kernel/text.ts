import { z } from 'zod'

const forbidden = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u
/** Stands for a letter that was lost when bytes were read in the wrong encoding. */
const REPLACEMENT = '\ufffd'

/**
 * Trimmed human text of `min` to `max` UTF-16 units. Refuses what Postgres or a screen cannot take: control
 * characters but tab and newline, bidi overrides, lone surrogates, U+FFFD (docs/domain/limits.md#text).
 */
export const zText = (min: number, max: number) =>
  z
    .string()
    .max(max * 2 + 100)
    .trim()
    .min(min)
    .max(max)
    .refine(
      (text) => text.isWellFormed() && !forbidden.test(text),
      'contains characters that can’t be stored',
    )
    .refine((text) => !text.includes(REPLACEMENT), 'contains “�” in place of a letter')

/** One line: as `zText`, without line breaks. */
export const zLine = (min: number, max: number) =>
  zText(min, max).refine((text) => !/[\r\n\t]/.test(text), 'must be one line')

/** A short code of ASCII letters, digits, dot, dash and underscore. */
export const zCode = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9._-]+$/, 'must be a code of letters, digits, dot, dash or underscore')

/** Text that Postgres can hold; for fields that are only ever compared. */
export const zStorable = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'contains characters that can’t be stored')

/**
 * A number as people paste it, without what doesn't show or only groups its digits: spaces, invisible
 * characters, soft hyphens, and dashes of any kind.
 */
export const foldNumber = (text: string): string => text.replaceAll(/[\s\p{Cf}\p{Pd}\u2212]/gu, '')
