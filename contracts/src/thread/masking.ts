import { z } from 'zod'

export const MASKED_KINDS = ['email', 'link', 'phone'] as const
export type MaskedKind = (typeof MASKED_KINDS)[number]

/** A part of a message that the other side does not see, and why (docs/domain/thread.md#contact-details). */
export const zMasked = z.strictObject({
  kind: z.enum(MASKED_KINDS),
  text: z.string(),
  reason: z.enum(['no_confirmed_booking']),
})
export type Masked = z.infer<typeof zMasked>

/** What stands in the body in place of a masked part. */
export const MASKS: Readonly<Record<MaskedKind, string>> = {
  email: '[email hidden]',
  link: '[link hidden]',
  phone: '[phone number hidden]',
}

const AT = String.raw`(?:[@\uff20]|\s{0,3}[([{]\s{0,3}at\s{0,3}[)\]}]\s{0,3})`
const DOT = String.raw`(?:[.\uff0e]|\s{0,3}[([{]\s{0,3}dot\s{0,3}[)\]}]\s{0,3})`
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`
const ENDINGS =
  'app|biz|click|com|dev|group|holiday|house|info|io|link|live|net|online|org|page|shop|site|store|travel|xyz'

const EMAIL = String.raw`[\p{L}\p{N}._%+-]{1,64}${AT}${LABEL}(?:${DOT}${LABEL})+`
/** Without a scheme: a known ending, or any ending with a path, so that a missing blank makes no link. */
const LINK =
  String.raw`(?:https?:\/\/|www\.)[^\s<>"]+` +
  String.raw`|(?<![\p{L}\p{N}])(?:${LABEL}\.)+(?:(?:${ENDINGS})(?![\p{L}\p{N}])(?:\/[^\s<>"]*)?|\p{L}{2,}\/[^\s<>"]+)`
const PHONE = String.raw`(?<![\p{L}\p{N}])(?:\+|\(\+?)?\p{Nd}(?:[ \u00a0().\/\u2010-\u2015-]{0,3}\p{Nd}){6,14}(?!\p{N})`

const CONTACTS = new RegExp(`(?<email>${EMAIL})|(?<link>${LINK})|(?<phone>${PHONE})`, 'giu')

/** Days, and ranges of days, as people write them. */
const DATE = /\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}/
/** Fewer digits are a price, a year or a code, unless a plus sign or a bracket begins them. */
const MIN_PHONE_DIGITS = 9

const isPhone = (text: string): boolean =>
  !DATE.test(text) && (/^[+(]/.test(text) || text.replaceAll(/\P{Nd}/gu, '').length >= MIN_PHONE_DIGITS)

/** Whether the link leads to the host name or to one below it. */
const leadsTo = (link: string, hostName: string): boolean => {
  const name = link.replace(/^https?:\/\//i, '').split(/[/?#:]/)[0]
  const lower = name?.toLowerCase() ?? ''
  return lower === hostName || lower.endsWith(`.${hostName}`)
}

/** Hides email addresses, phone numbers and links, except those that lead to the product itself. */
export const maskContacts = (
  text: string,
  ownHostName: string,
): Readonly<{ body: string; masked: Masked[] }> => {
  const masked: Masked[] = []
  const body = text.replaceAll(CONTACTS, (found, ...more: readonly unknown[]) => {
    const groups = more.at(-1) as Readonly<Record<MaskedKind, string | undefined>>
    const kind = MASKED_KINDS.find((one) => groups[one] !== undefined) ?? 'link'
    if (kind === 'phone' && !isPhone(found)) return found
    if (kind === 'link' && leadsTo(found, ownHostName)) return found
    masked.push({ kind, text: found, reason: 'no_confirmed_booking' })
    return MASKS[kind]
  })
  return { body, masked }
}
