import type { Role } from '@hearth/contracts/kernel/access'
import { addDays, addMonths, type Instant } from '@hearth/contracts/kernel/dates'
import type { ReportCommand } from '@hearth/contracts/report'
import { toLocalDate, toInstant } from '@hearth/platform/zones/localTime'
import { accountFold, readTimezone, type AccountState } from '../account/account.state.ts'
import { listingFold } from '../listing/listing.state.ts'
import type { Load, ReadState } from '../runtime/decider.ts'
import { reportFold } from './report.state.ts'

/** The day and the time of the following month at which a month is reported, as its statement is locked. */
const REPORT_DAY = 3
const REPORT_TIME = '09:00'

/** Whose report it is: null where the person is no member any more. */
export type Person = Readonly<{
  id: string
  role: Role
  /** The listings that the person may see; null: all of them. */
  listingIds: readonly string[] | null
}>

export type ReportFacts = Readonly<{
  openedAt: Instant | null
  person: Person | null
  /** Whether the listing that is named belongs to the account. */
  ownsListing: boolean
  /** When a month is reported. */
  reportAt: (month: string) => Instant
  /** The first month that is reported after now. */
  firstMonth: string
}>

const computeReportAt = (month: string, timezone: string): Instant =>
  toInstant(addDays(addMonths(`${month}-01`, 1), REPORT_DAY - 1), REPORT_TIME, timezone)

const findMember = (account: Exclude<AccountState, { status: 'none' }>, userId: string): Person | null => {
  const member = Object.values(account.members).find(
    (one) => one.userId === userId && one.status === 'active',
  )
  return member === undefined ? null : { id: userId, role: member.role, listingIds: member.listingIds }
}

const ownsListing = async (readState: ReadState, accountId: string, listingId: string): Promise<boolean> => {
  const listing = await readState(listingFold, listingId)
  return listing.status !== 'none' && listing.hostAccountId === accountId
}

/** Reads what the person who asks, or who asked for a report each month, may see. */
export const loadReportFacts: Load<ReportCommand, ReportFacts> = async (
  command,
  { id, actor, now },
  readState,
) => {
  const account = await readState(accountFold, id)
  const timezone = readTimezone(account)
  const reportAt = (month: string) => computeReportAt(month, timezone)
  const present = toLocalDate(now, timezone).slice(0, 7)
  const before = addMonths(`${present}-01`, -1).slice(0, 7)
  const months = { reportAt, firstMonth: reportAt(before) > now ? before : present }
  if (account.status === 'none') return { openedAt: null, person: null, ownsListing: false, ...months }
  const { openedAt } = account
  if (command.type === 'StartScheduledReport') {
    const { schedules } = await readState(reportFold, id, { fresh: true })
    const scheduledBy = schedules[command.data.scheduleId]?.schedule.scheduledBy ?? ''
    return { openedAt, person: findMember(account, scheduledBy), ownsListing: true, ...months }
  }
  const { id: userId, role } = actor
  const member = findMember(account, userId)
  const listingIds = role === 'owner' ? null : member === null ? [] : member.listingIds
  const named = 'listingId' in command.data ? command.data.listingId : undefined
  return {
    openedAt,
    person: { id: userId, role, listingIds },
    ownsListing: named !== undefined && (await ownsListing(readState, id, named)),
    ...months,
  }
}
