import type { DeliveryFailure } from '@hearth/contracts/thread'

/** What an enhanced status code (RFC 3463) says of an address or a message, by subject and detail. */
const REASONS: readonly (readonly [RegExp, DeliveryFailure])[] = [
  [/^5\.7\./, 'blocked'],
  [/^5\.(1|2|4)\./, 'unreachable'],
]
const UNREACHABLE_REPLIES: readonly number[] = [550, 551, 553]

/** Why a mail server refused a message for good: by its enhanced status, else by its reply code. */
export const readMailFailure = (status: string | undefined, reply?: number): DeliveryFailure =>
  REASONS.find(([pattern]) => pattern.test(status ?? ''))?.[1] ??
  (reply !== undefined && UNREACHABLE_REPLIES.includes(reply) ? 'unreachable' : 'rejected')

/** The enhanced status code in what a mail server says. */
export const findMailStatus = (text: string): string | undefined =>
  /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0]
