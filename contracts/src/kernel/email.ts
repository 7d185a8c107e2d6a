import { z } from 'zod'

/** RFC 5321, section 4.5.3.1: of the part before the `@`, and of the whole address. */
const MAX_LOCAL_PART_BYTES = 64
const MAX_ADDRESS_BYTES = 254

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
/** At least two labels. The last one begins with a letter, so an IPv4 address is refused. */
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/
/** ASCII that is not part of a domain name, but that a URL's parser gives another meaning or removes. */
const NOT_IN_DOMAINS = /[^a-z0-9.\-\u0080-\u{10ffff}]/iu

// Only ASCII letters: some letters outside ASCII, such as the Kelvin sign, would become others.
const foldCase = (text: string) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** `bücher.example` → `xn--bcher-kva.example` (UTS #46). */
const foldDomain = (domain: string): string => {
  const address = `http://${domain}`
  return !NOT_IN_DOMAINS.test(domain) && URL.canParse(address) ? new URL(address).hostname : foldCase(domain)
}

/**
 * The form in which addresses are stored, compared and counted: trimmed, ASCII letters in lower case, an
 * international domain in its ASCII form. Any other text stays as it is, in lower case
 * (docs/domain/login.md#people).
 */
export const foldEmail = (text: string): string => {
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf('@') + 1
  return foldCase(trimmed.slice(0, at)) + foldDomain(trimmed.slice(at))
}

const isEmail = (folded: string): boolean => {
  const at = folded.lastIndexOf('@')
  return (
    folded.length <= MAX_ADDRESS_BYTES &&
    at <= MAX_LOCAL_PART_BYTES &&
    LOCAL_PART.test(folded.slice(0, Math.max(at, 0))) &&
    DOMAIN.test(folded.slice(at + 1))
  )
}

/** An email address, folded: different spellings are one address (docs/domain/login.md#people). */
export const zEmail = z
  .string()
  .max(MAX_ADDRESS_BYTES)
  .overwrite(foldEmail)
  .refine(isEmail, 'must be a valid email address')

/** What is shown of an address to a person who has not proved that it is theirs: `a…@vale.example`. */
export const maskEmail = (email: string): string =>
  `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`
