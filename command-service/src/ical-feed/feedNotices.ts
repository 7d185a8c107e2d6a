import type { Job } from '@hearth/contracts/kernel/process'
import type { FeedNotice } from '@hearth/contracts/ical-feed/processes'
import type { FeedProblem } from '@hearth/contracts/ical-feed'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import type { Message } from '@hearth/platform/mail/message'
import type pg from 'pg'
import { accountFold } from '../account/account.state.ts'
import { inTurn, mailTurn } from '../account/inTurn.ts'
import { mailOwners } from '../account/mailOwners.ts'
import { calendarFold } from '../calendar/calendar.state.ts'
import { claimOf, conflictOf } from '../calendar/calendar.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Worker } from '../workers/relay.ts'
import { icalFeedFold, type KnownFeed } from './icalFeed.state.ts'

const PROBLEMS: Readonly<Record<FeedProblem, string>> = {
  address_refused: 'its address is not one on the public internet',
  not_found: 'there is nothing under its address any more',
  unreachable: 'its server cannot be reached',
  timeout: 'its server does not answer in time',
  too_many_redirects: 'its address leads from one place to the next',
  http_error: 'its server answers with an error',
  rate_limited: 'its server says that it is asked too often',
  not_a_calendar: 'what its server sends is no calendar',
  cut_off: 'what its server sends is cut off',
  unreadable: 'what its server sends cannot be read',
  too_large: 'what its server sends is too large',
  too_many_entries: 'what its server sends has too many entries',
  emptied: 'it is suddenly empty',
}

type Nights = Readonly<{ start: string; end: string }>
type Words = (feed: KnownFeed, nights: Nights | undefined) => Omit<Message, 'to' | 'link'>

const because = ({ problem }: KnownFeed) => (problem === null ? '' : `: ${PROBLEMS[problem]}`)
const range = (nights: Nights | undefined) =>
  nights === undefined ? 'some nights' : `${nights.start} to ${nights.end}`

const WORDS: Readonly<Record<FeedNotice, Words>> = {
  failing: (feed) => ({
    subject: `The calendar “${feed.name}” cannot be fetched`,
    lines: [
      `We could not fetch the calendar “${feed.name}” several times in a row${because(feed)}.`,
      'What was imported stays. New reservations over there do not reach us: look whether the address is still right.',
    ],
  }),
  stale: (feed) => ({
    subject: `The calendar “${feed.name}” is out of date`,
    lines: [
      `We have had nothing new from the calendar “${feed.name}” for two hours${because(feed)}.`,
      'What was imported stays. New reservations over there do not reach us until it works again.',
    ],
  }),
  quarantined: (feed) => ({
    subject: `The calendar “${feed.name}” is not trusted`,
    lines: [
      `We do not believe what the calendar “${feed.name}” says${because(feed)}. The nights it had taken stay taken.`,
      'If it is right, say so in your listing’s calendar, and we take it as it is.',
    ],
  }),
  conflict: (feed, nights) => ({
    subject: `Two bookings for the same nights: ${range(nights)}`,
    lines: [
      `The calendar “${feed.name}” says that ${range(nights)} is taken, and so do you here.`,
      'Decide now which of the two stays. Until then both stand.',
    ],
  }),
  conflict_open: (feed, nights) => ({
    subject: `Still undecided: two bookings for ${range(nights)}`,
    lines: [
      `The calendar “${feed.name}” and your calendar here both have ${range(nights)}, and nobody has decided yet.`,
      'The sooner one of the two guests knows, the better for everybody.',
    ],
  }),
}

export type FeedNoticesOptions = Readonly<{
  pool: pg.Pool
  handler: Pick<CommandHandler, 'view'>
  mail: MailQueue
  publicUrl: URL
}>

/**
 * Mails the owners about a feed that cannot be trusted, and about nights that two want (domain.md §5, P14).
 * What is settled by then is not told.
 */
export const tellFeed =
  ({ pool, handler, mail, publicUrl }: FeedNoticesOptions): Worker =>
  async ({ what = '', hostAccountId = '', feedId = '', conflictId }: Job['data']) => {
    const [{ state: host }, { state: feed }] = await Promise.all([
      handler.view(accountFold, hostAccountId, 0),
      handler.view(icalFeedFold, feedId, 0),
    ])
    const words = Object.hasOwn(WORDS, what) ? WORDS[what as FeedNotice] : undefined
    if (feed.status !== 'active' || words === undefined) return
    const { state: taken } = await handler.view(calendarFold, feed.listingId, 0)
    const conflict = conflictId === undefined ? undefined : conflictOf(taken, conflictId)
    if (conflictId === undefined ? feed.health === 'ok' : conflict?.state !== 'open') return
    const message = words(feed, conflict && claimOf(taken, conflict.claimId))
    const link = {
      label: 'Look at the calendar',
      url: new URL(`/listing-details/availability?listingId=${feed.listingId}`, publicUrl).href,
    }
    await inTurn(pool, mailTurn(hostAccountId), (transaction) =>
      mailOwners(mail, host, { ...message, link }, transaction),
    )
  }
