import { zLine } from './text.ts'

/** Invisible characters, which would hide what follows. */
const HIDDEN = /[\p{Cf}\p{Mn}\u{E0000}-\u{E007F}]/gu
/** Characters that a reader, or a browser, takes for the dot of an address. */
const DOT_LIKE = /[\u3002\u06d4\u2024\u2027\u00b7\u2e31\u2e33\ua4f8\u0701\u0702]/gu
const SLASH_LIKE = /[\u2044\u2215\u29f8\u2571]/gu
const COLON_LIKE = /[\ua789\u2236\u05c3\ufe55]/gu

/** As a reader sees the text, in characters of one kind. */
const foldLooks = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(DOT_LIKE, '.')
    .replace(SLASH_LIKE, '/')
    .replace(COLON_LIKE, ':')
    .normalize('NFKD')
    .replace(HIDDEN, '')
    .toLowerCase()

const COMMON_ENDINGS =
  'app|biz|click|cn|com|dev|info|io|link|live|net|online|org|ru|shop|site|store|top|vip|xyz'

const ADDRESSES: readonly RegExp[] = [
  /@/,
  // In words: `ana [at] vale (dot) example`.
  /[([{<]\s*(at|dot)\s*[)\]}>]/,
  /\/\//,
  /\b(h(tt|xx)ps?|ftp|mailto|javascript|data|tel|sms|whatsapp)\s*:/,
  /(^|[^\p{L}])www[^\p{L}]/u,
  // A name of two letters or more at both sides of a dot; abbreviations have one: `B.V.`, `S.A.`
  /[\p{L}\p{N}-]{2,}\.\p{L}{2,}/u,
  // The same with blanks, where the ending is a common one.
  new RegExp(`\\p{L}\\s*\\.\\s*(${COMMON_ENDINGS})(?!\\p{L})`, 'u'),
  /\bxn--/,
  /\b\d{1,3}(\.\d{1,3}){3}\b/,
]

const LATIN = /\p{Script=Latin}/u
const LOOKS_LATIN =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}]/u

/** A word of Latin letters and letters that only look like them. */
const isDisguised = (text: string): boolean =>
  text
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => LATIN.test(word) && LOOKS_LATIN.test(word))

/**
 * The name of a person or an account as they type it: emails to other people carry it, so it contains no
 * address, no link, and nothing that looks like one (docs/domain/limits.md#display-names). Names that were
 * stored before are still read.
 */
export const zDisplayName = zLine(1, 80)
  .refine(
    (name) => !ADDRESSES.some((pattern) => pattern.test(foldLooks(name))),
    'can’t contain an email address or a link',
  )
  .refine((name) => !isDisguised(name), 'mixes letters of different alphabets in one word')
