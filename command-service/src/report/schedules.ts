import { addDays, addMonths } from '@hearth/contracts/kernel/dates'
import { MAX_SCHEDULES, type ReportCommand, type ReportEvent } from '@hearth/contracts/report'
import { accept, reject, type Decider, type Rejected } from '../runtime/decider.ts'
import type { Person, ReportFacts } from './report.facts.ts'
import type { KnownSchedule, ReportState } from './report.state.ts'
import { findScope, isRejected } from './scope.ts'

type Decide = Decider<ReportState, ReportCommand, ReportEvent, ReportFacts>['decide']

const unknown = reject('NOT_FOUND', 'This schedule doesn’t exist.')
const ofAnother = reject('FORBIDDEN', 'Only the person who scheduled this report can change it.')

/** A schedule that the person made; an owner may change those of others. */
const findOwn = (
  { schedules }: ReportState,
  scheduleId: string,
  person: Person | null,
): KnownSchedule | Rejected => {
  const known = schedules[scheduleId]
  if (known === undefined || person === null) return unknown
  return person.role === 'owner' || known.schedule.scheduledBy === person.id ? known : ofAnother
}
const isMissing = (found: KnownSchedule | Rejected): found is Rejected => 'ok' in found

const nextAfter = (month: string, { reportAt }: ReportFacts) => {
  const next = addMonths(`${month}-01`, 1).slice(0, 7)
  return { month: next, at: reportAt(next) }
}

/** Reports that are made each month (docs/domain/report.md#schedule). */
export const decideSchedules: Pick<
  Decide,
  | 'ScheduleReport'
  | 'PauseReportSchedule'
  | 'ResumeReportSchedule'
  | 'DeleteReportSchedule'
  | 'StartScheduledReport'
> = {
  ScheduleReport: (
    { listingId, currency, ...data },
    { schedules },
    { id: hostAccountId, actor, facts, idFor },
  ) => {
    const scope = findScope(data.type, listingId, facts)
    if (isRejected(scope)) return scope
    const named = { ...data, listingId: listingId ?? null, currency: currency ?? null }
    const isSame = ({ schedule }: KnownSchedule) =>
      schedule.scheduledBy === actor.id &&
      (['type', 'format', 'listingId', 'currency'] as const).every(
        (field) => schedule[field] === named[field],
      )
    const all = Object.values(schedules)
    if (all.some(isSame)) return reject('DUPLICATE', 'You already get this report every month.')
    if (all.length >= MAX_SCHEDULES)
      return reject('LIMIT_EXCEEDED', `An account can have up to ${MAX_SCHEDULES} monthly reports.`, {
        limit: MAX_SCHEDULES,
      })
    const { listingIds, needs } = scope
    const { firstMonth: month } = facts
    const of = { scheduleId: idFor('schedule'), hostAccountId, scheduledBy: actor.id }
    const next = { month, at: facts.reportAt(month) }
    return accept([{ type: 'ReportScheduled', data: { ...of, ...named, listingIds, needs, ...next } }])
  },
  PauseReportSchedule: ({ scheduleId }, state, { id: hostAccountId, facts: { person } }) => {
    const known = findOwn(state, scheduleId, person)
    if (isMissing(known)) return known
    return known.isRunning
      ? accept([{ type: 'ReportSchedulePaused', data: { scheduleId, hostAccountId, reason: 'asked' } }])
      : accept([])
  },
  ResumeReportSchedule: ({ scheduleId }, state, { id: hostAccountId, facts }) => {
    const known = findOwn(state, scheduleId, facts.person)
    if (isMissing(known)) return known
    const { firstMonth: month } = facts
    return known.isRunning
      ? accept([])
      : accept([
          {
            type: 'ReportScheduleResumed',
            data: { scheduleId, hostAccountId, month, at: facts.reportAt(month) },
          },
        ])
  },
  DeleteReportSchedule: ({ scheduleId }, state, { id: hostAccountId, facts: { person } }) => {
    const known = findOwn(state, scheduleId, person)
    return isMissing(known)
      ? known
      : accept([{ type: 'ReportScheduleDeleted', data: { scheduleId, hostAccountId } }])
  },
  StartScheduledReport: ({ scheduleId, month }, { schedules }, { id: hostAccountId, now, facts, idFor }) => {
    const known = schedules[scheduleId]
    // It was deleted or paused, or this month is done.
    if (known === undefined || !known.isRunning || known.schedule.month !== month) return accept([])
    const { type, format, listingId, currency, scheduledBy } = known.schedule
    const scope = findScope(type, listingId ?? undefined, facts)
    const of = { scheduleId, hostAccountId }
    if (isRejected(scope))
      return accept([{ type: 'ReportSchedulePaused', data: { ...of, reason: 'lost_access' } }])
    const runId = idFor('report')
    const from = `${month}-01`
    const days = { from, to: addDays(addMonths(from, 1), -1) }
    const request = {
      type,
      format,
      listingId,
      currency,
      ...days,
      asOf: now,
      requestedBy: scheduledBy,
      ...scope,
    }
    return accept([
      { type: 'ReportRequested', data: { runId, hostAccountId, ...request } },
      {
        type: 'ScheduledReportStarted',
        data: { ...of, runId, reportedMonth: month, ...nextAfter(month, facts) },
      },
    ])
  },
}
