import { ERASED } from './erased.ts'
import type { RecordedEvent } from './message.ts'

/** One event names at most this many rows. */
export const MAX_ERASED_ROWS = 500

type Erased = Readonly<{ table: string; ids: readonly string[] }>

/** The rows from which an account's own data is erased, when the event is such an erasure. */
export const readErasedTexts = ({ type, data }: RecordedEvent): Erased | undefined =>
  type === 'AccountTextsErased' ? (data as Erased) : undefined

/** The row with each of these texts erased; fields that are null stay null. */
export const withoutTexts =
  <R extends Readonly<Record<string, unknown>>>(...fields: readonly (keyof R & string)[]) =>
  (row: R): R => ({
    ...row,
    ...Object.fromEntries(fields.map((field) => [field, row[field] === null ? null : ERASED])),
  })
