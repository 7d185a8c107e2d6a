import type { ImpersonationEvent } from '@hearth/contracts/impersonation'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { idOfStream } from '@hearth/contracts/kernel/message'
import type { Message } from '@hearth/platform/mail/message'
import { z } from 'zod'

/** An event of the stream, opened, with the instant at which it happened. */
export type Told = ImpersonationEvent & Readonly<{ at: Instant }>

const REASONS = {
  support_ticket: 'a support ticket',
  onboarding_help: 'help with onboarding',
  bug_investigation: 'a bug investigation',
  fraud_review: 'a fraud review',
  legal: 'a legal matter',
} as const
const ENDS = {
  stopped: 'they finished',
  expired: 'time ran out',
  signed_out: 'they signed out',
  revoked: 'someone else at Hearth ended it',
} as const

/** A mail is read, not searched; the access log has the rest. */
const MOST_LINES = 100

const minute = (at: Instant) => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`
/** `BookingNoteAdded` → `booking note added`. */
const words = (type: string) => type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()

const lineOf = ({ type, data, at }: Told): readonly string[] => {
  switch (type) {
    case 'ImpersonationPageViewed':
      return [`${minute(at)}  viewed ${data.route}`]
    case 'ImpersonationActionTaken':
      return [`${minute(at)}  did: ${words(data.type)} (${idOfStream(data.stream)})`]
    case 'ImpersonationCommandRefused':
      return [`${minute(at)}  was refused: ${words(data.command)}`]
    default:
      return []
  }
}

/** How many of its commands are listed; a notice waits until all are. */
export const actionsIn = (events: readonly Told[]): number =>
  events.filter(({ type }) => type === 'ImpersonationActionTaken').length

/**
 * What the owners of an account read after staff have impersonated them
 * (docs/domain/impersonation.md#record-and-notice). Undefined: it never began.
 */
export const noticeOf = (events: readonly Told[], publicUrl: URL): Omit<Message, 'to'> | undefined => {
  const asked = events.find((event) => event.type === 'ImpersonationRequested')
  const started = events.find(({ type }) => type === 'ImpersonationStarted')
  const ended = events.find((event) => event.type === 'ImpersonationEnded')
  if (asked === undefined || started === undefined || ended === undefined) return undefined
  const { staffName, mode, reason, reasonText, ticketRef } = asked.data
  const acted = mode === 'act_as'
  const lines = events.flatMap(lineOf)
  const left = lines.length - MOST_LINES
  return {
    subject: acted
      ? `${staffName} of Hearth acted in your account`
      : `${staffName} of Hearth viewed your account`,
    lines: [
      `${staffName} of Hearth ${acted ? 'acted on your behalf' : 'viewed your account as you see it, without changing anything'}, from ${minute(started.at)} to ${minute(ended.at)}. It ended because ${ENDS[ended.data.why]}.`,
      `Reason: ${REASONS[reason]}${ticketRef === null ? '' : ` (${ticketRef})`}. ${reasonText}`,
      ...(lines.length === 0 ? ['No pages were opened.'] : ['What happened:', ...lines.slice(0, MOST_LINES)]),
      ...(left > 0 ? [`… and ${left} more, in the access log.`] : []),
    ],
    link: { label: 'View the full access log', url: new URL('/account?tab=access', publicUrl).href },
  }
}

/** The mail of this kind waits as it will be sent. */
export const NOTICE_KIND = 'impersonation-notice'
const zNotice = z.strictObject({
  to: z.string(),
  subject: z.string(),
  lines: z.array(z.string()),
  link: z.strictObject({ label: z.string(), url: z.string() }),
})
export const impersonationMails = { [NOTICE_KIND]: (content: unknown): Message => zNotice.parse(content) }
