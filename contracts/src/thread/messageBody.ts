import { zText } from '../kernel/text.ts'

/** Code points of a message, so that an emoji counts as one or few (docs/domain/thread.md#messages). */
export const MAX_MESSAGE_LENGTH = 4_000

/** Letters, digits, punctuation and symbols, emoji among them: something to read. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

const zWritten = (min: number) =>
  zText(min, 2 * MAX_MESSAGE_LENGTH)
    .refine(
      (text) => text.length <= MAX_MESSAGE_LENGTH || [...text].length <= MAX_MESSAGE_LENGTH,
      `must be at most ${MAX_MESSAGE_LENGTH} characters`,
    )
    .refine((text) => text === '' || VISIBLE.test(text), 'has nothing to read')

/** What a guest or a host writes. */
export const zMessageBody = zWritten(1)

/** The same with attachments, where it may be empty. */
export const zAttachedBody = zWritten(0)
