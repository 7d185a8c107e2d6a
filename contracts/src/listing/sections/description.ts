import { zLine, zText } from '../../kernel/text.ts'
import { defineSection } from './section.ts'

const hasEmoji = (text: string) => /\p{Extended_Pictographic}/u.test(text)
const shouts = (text: string) =>
  /\p{L}/u.test(text) && text === text.toUpperCase() && text !== text.toLowerCase()

/** 8 to 50 characters, no emoji, not all in capitals (docs/domain/listing.md#content). */
const zTitle = zLine(8, 50)
  .refine((text) => !hasEmoji(text), 'must not contain emoji')
  .refine((text) => !shouts(text), 'must not be all in capitals')

/** What guests read; of a live listing under full service our curators write it. */
export const zDescription = defineSection({ title: zTitle, description: zText(50, 5_000) })
