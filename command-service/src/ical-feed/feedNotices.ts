import type { Job } from '@hearth/contracts/kernel/process'
import type { FeedNotice } from '@hearth/contracts/ical-feed/processes'
import type { FeedProblem, NotUnderstood } from '@hearth/contracts/ical-feed'
import { withLock } from '@hearth/platform/postgres/advisoryLock'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import type { Message } from '@hearth/platform/mail/message'
import type pg from 'pg'
import { accountFold } from '../account/account.state.ts'
import { mailLock } from '../account/mailLock.ts'
import { mailOwners } from '../account/mailOwners.ts'
import { calendarFold } from '../calendar/calendar.state.ts'
import { findClaim, findConflict } from '../calendar/calendar.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Worker } from '../workers/relay.ts'
import { icalFeedFold, type KnownFeed } from './icalFeed.state.ts'

const PROBLEMS: Readonly<Record<FeedProblem, string>> = {
  address_refused: 'its link doesn’t lead to a public website',
  not_found: 'there’s no calendar at its link any more',
  unreachable: 'its server can’t be reached',
  timeout: 'its server takes too long to respond',
  too_many_redirects: 'its link redirects too many times',
  http_error: 'its server returns an error',
  rate_limited: 'its server says we check too often',
  not_a_calendar: 'its link leads to something that isn’t a calendar',
  cut_off: 'it’s incomplete',
  unreadable: 'we can’t read it',
  too_large: 'it’s too large',
  too_many_entries: 'it has too many entries',
  emptied: 'it’s suddenly empty',
}

const ENTRY_PROBLEMS: Readonly<Record<NotUnderstood['problem'], string>> = {
  malformed: 'part of it can’t be read',
  dates: 'its dates don’t make sense',
  time_zone: 'we don’t know its time zone',
  repetition: 'we can’t follow how it repeats',
}

type Nights = Readonly<{ start: string; end: string }>
type Words = (feed: KnownFeed, nights: Nights | undefined) => Omit<Message, 'to' | 'link'>

const because = ({ problem }: KnownFeed) => (problem === null ? '' : `: ${PROBLEMS[problem]}`)
const describeEntry = ({ title, date, problem }: NotUnderstood) =>
  `${title === null ? 'An entry without a title' : `“${title}”`}${date === null ? '' : `, ${date}`}: ` +
  `${ENTRY_PROBLEMS[problem]}.`
const range = (nights: Nights | undefined) =>
  nights === undefined ? 'some nights' : `${nights.start} to ${nights.end}`

const WORDS: Readonly<Record<FeedNotice, Words>> = {
  failing: (feed) => ({
    subject: `The calendar “${feed.name}” isn’t working`,
    lines: [
      `We couldn’t load the calendar “${feed.name}” several times in a row${because(feed)}.`,
      'Imported nights stay blocked, but new bookings there don’t reach us. ' +
        'Check that the link is still correct.',
    ],
  }),
  stale: (feed) => ({
    subject: `The calendar “${feed.name}” is out of date`,
    lines: [
      `We have had nothing new from the calendar “${feed.name}” for two hours${because(feed)}.`,
      'Imported nights stay blocked, but new bookings there don’t reach us until it works again.',
    ],
  }),
  quarantined: (feed) => ({
    subject: `Please check the calendar “${feed.name}”`,
    lines: [
      `The calendar “${feed.name}” looks wrong${because(feed)}. Its nights stay blocked until you check it.`,
      'If it’s correct, accept it on your listing’s Availability page.',
    ],
  }),
  unread: ({ name, unread: { total, count, entries } }) => ({
    subject: `${count} of ${total} entries in the calendar “${name}” need checking`,
    lines: [
      `We couldn’t understand ${count} of ${total} entries in the calendar “${name}”. ` +
        'All others are imported as usual.',
      ...entries.map(describeEntry),
      ...(count > entries.length ? [`And ${count - entries.length} more.`] : []),
      'Change these entries in the other calendar, or block their nights here yourself.',
    ],
  }),
  conflict: (feed, nights) => ({
    subject: `Two bookings for the same nights: ${range(nights)}`,
    lines: [
      `The calendar “${feed.name}” says ${range(nights)} are booked. They’re also taken on Hearth.`,
      'Decide now which of the two you keep. Until then both stay in place.',
    ],
  }),
  conflict_open: (feed, nights) => ({
    subject: `Reminder: two bookings for ${range(nights)}`,
    lines: [
      `Both the calendar “${feed.name}” and your Hearth calendar have ${range(nights)}. ` +
        'This still needs your decision.',
      'The sooner one of the two guests knows, the better for everyone.',
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
 * Mails the owners about unreliable feeds and conflicts (docs/domain/ical-feed.md#health,
 * docs/domain/calendar.md#conflicts), unless they are settled by then.
 */
export const createFeedNotifier =
  ({ pool, handler, mail, publicUrl }: FeedNoticesOptions): Worker =>
  async ({ what = '', hostAccountId = '', feedId = '', conflictId }: Job['data']) => {
    const [{ state: host }, { state: feed }] = await Promise.all([
      handler.view(accountFold, hostAccountId, 0),
      handler.view(icalFeedFold, feedId, 0),
    ])
    const words = Object.hasOwn(WORDS, what) ? WORDS[what as FeedNotice] : undefined
    if (feed.status !== 'active' || words === undefined) return
    const { state: taken } = await handler.view(calendarFold, feed.listingId, 0)
    const conflict = conflictId === undefined ? undefined : findConflict(taken, conflictId)
    const isSettled = what === 'unread' ? feed.unread.count === 0 : feed.health === 'ok'
    if (conflictId === undefined ? isSettled : conflict?.state !== 'open') return
    const message = words(feed, conflict && findClaim(taken, conflict.claimId))
    const link = {
      label: 'View the calendar',
      url: new URL(`/listing-details/availability?listingId=${feed.listingId}`, publicUrl).href,
    }
    await withLock(pool, mailLock(hostAccountId), (transaction) =>
      mailOwners(mail, host, { ...message, link }, transaction),
    )
  }
