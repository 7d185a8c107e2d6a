import { describeRead } from '@hearth/contracts/audit'
import type { ImpersonationEvent } from '@hearth/contracts/impersonation'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { idOfStream } from '@hearth/contracts/kernel/message'
import type { Message } from '@hearth/platform/mail/message'
import { z } from 'zod'

/** An event of the stream with its personal fields readable, and when it happened. */
export type RecordedStep = ImpersonationEvent & Readonly<{ at: Instant }>

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

/** More lines than this are left to the access log. */
const MAX_LINES = 100

const formatMinute = (at: Instant) => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`
/** `BookingNoteAdded` → `booking note added`. */
const toWords = (type: string) => type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()

const formatLine = ({ type, data, at }: RecordedStep): string | undefined => {
  switch (type) {
    case 'ImpersonationPageViewed':
      return `${formatMinute(at)}  viewed ${data.route}`
    case 'ImpersonationActionTaken':
      return `${formatMinute(at)}  did: ${toWords(data.type)} (${idOfStream(data.stream)})`
    case 'ImpersonationCommandRefused':
      return `${formatMinute(at)}  was refused: ${toWords(data.command)}`
    default:
      return undefined
  }
}

/** How many actions the stream lists; the notice waits until it lists all of them. */
export const countActions = (events: readonly RecordedStep[]): number =>
  events.filter(({ type }) => type === 'ImpersonationActionTaken').length

/**
 * The lines of a notice in their order, and how many are left to the access log. What was done is never left out
 * for what was viewed or refused: else many of those would hide it.
 */
const selectLines = (events: readonly RecordedStep[]) => {
  const steps = events.filter((event) => formatLine(event) !== undefined)
  const isAction = ({ type }: RecordedStep) => type === 'ImpersonationActionTaken'
  const byWeight = [...steps.filter(isAction), ...steps.filter((step) => !isAction(step))]
  const shown = new Set(byWeight.slice(0, MAX_LINES))
  const lines = steps.filter((step) => shown.has(step)).map((step) => formatLine(step) ?? '')
  return { lines, left: steps.length - lines.length }
}

/** What was opened, by kind, each once with how many records it showed. */
const listOpened = (events: readonly RecordedStep[]): readonly string[] => {
  const opened = new Map<string, Set<string>>()
  for (const event of events)
    if (event.type === 'ImpersonationRecordsViewed')
      for (const { resource, recordIds } of event.data.reads) {
        const name = describeRead(resource)
        opened.set(name, new Set([...(opened.get(name) ?? []), ...recordIds]))
      }
  return [...opened]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, ids]) => (ids.size < 2 ? name : `${name} (${ids.size} records)`))
}

/**
 * What the owners of an account read after staff have impersonated them
 * (docs/domain/impersonation.md#record-and-notice). Undefined when it never started.
 */
export const createNotice = (
  events: readonly RecordedStep[],
  publicUrl: URL,
): Omit<Message, 'to'> | undefined => {
  const requested = events.find((event) => event.type === 'ImpersonationRequested')
  const started = events.find(({ type }) => type === 'ImpersonationStarted')
  const ended = events.find((event) => event.type === 'ImpersonationEnded')
  if (requested === undefined || started === undefined || ended === undefined) return undefined
  const { staffName, mode, reason, reasonText, ticketRef } = requested.data
  const acted = mode === 'act_as'
  const doing = acted
    ? 'acted on your behalf'
    : 'viewed your account as you see it, without changing anything'
  const period = `from ${formatMinute(started.at)} to ${formatMinute(ended.at)}`
  const { lines, left } = selectLines(events)
  const opened = listOpened(events)
  return {
    subject: acted
      ? `${staffName} of Hearth acted in your account`
      : `${staffName} of Hearth viewed your account`,
    lines: [
      `${staffName} of Hearth ${doing}, ${period}. It ended because ${ENDS[ended.data.why]}.`,
      `Reason: ${REASONS[reason]}${ticketRef === null ? '' : ` (${ticketRef})`}. ${reasonText}`,
      ...(lines.length + opened.length === 0 ? ['Nothing was opened.'] : []),
      ...(opened.length === 0 ? [] : [`What was opened: ${opened.join(', ')}.`]),
      ...(lines.length === 0 ? [] : ['What happened:', ...lines]),
      ...(left > 0 ? [`… and ${left} more, in the access log.`] : []),
    ],
    link: { label: 'View the full access log', url: new URL('/account?tab=access', publicUrl).href },
  }
}

/** Mail of this kind is queued as it will be sent. */
export const NOTICE_KIND = 'impersonation-notice'
const zNotice = z.strictObject({
  to: z.string(),
  subject: z.string(),
  lines: z.array(z.string()),
  link: z.strictObject({ label: z.string(), url: z.string() }),
})
export const impersonationMails = { [NOTICE_KIND]: (content: unknown): Message => zNotice.parse(content) }
