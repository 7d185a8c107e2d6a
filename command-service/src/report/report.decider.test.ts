import type { Actor, OfType } from '@hearth/contracts/kernel/message'
import {
  MAX_PENDING_REPORTS,
  MAX_SCHEDULES,
  type ReportCommand,
  type ReportEvent,
} from '@hearth/contracts/report'
import { describe, test } from 'vitest'
import { given, NOW, OWNER, SCHEDULER } from '../testing/given.ts'
import { report } from './report.decider.ts'
import type { ReportFacts } from './report.facts.ts'

const ACCOUNT = 'account'
const [MAY, EXPIRES] = ['2026-05-01T00:00:00.000Z', '2026-07-12T13:42:00.000Z']
const COHOST: Actor = { id: 'ben', kind: 'host', role: 'cohost_full', name: 'Ben' }
const facts: Omit<ReportFacts, 'person'> = {
  openedAt: '2025-01-01T00:00:00.000Z',
  ownsListing: true,
  reportAt: (month) => `after ${month}`,
  firstMonth: '2026-06',
}
const by = (
  { id, role }: Actor,
  {
    listingIds = null,
    ...more
  }: Partial<ReportFacts> & Readonly<{ listingIds?: readonly string[] | null }> = {},
) => ({
  id: ACCOUNT,
  actor: { id, role, kind: 'host' as const, name: id },
  idFor: (label: string) => label,
  facts: { ...facts, person: { id, role, listingIds }, ...more },
})
const byOwner = by(OWNER)
const bySystem = by(SCHEDULER)

type Request = OfType<ReportCommand, 'RequestReport'>
const request = (data: Partial<Request['data']> = {}): Request => ({
  type: 'RequestReport',
  data: { type: 'nights', format: 'csv', from: '2026-05-01', to: '2026-05-31', ...data },
})
type Requested = OfType<ReportEvent, 'ReportRequested'>
const requested = (runId: string, data: Partial<Requested['data']> = {}): Requested => ({
  type: 'ReportRequested',
  data: {
    runId,
    hostAccountId: ACCOUNT,
    requestedBy: OWNER.id,
    type: 'nights',
    format: 'csv',
    from: '2026-05-01',
    to: '2026-05-31',
    listingId: null,
    currency: null,
    asOf: NOW,
    hidden: [],
    listingIds: ['*'],
    needs: ['booking.read'],
    ...data,
  },
})
const file = { fileId: 'file', rows: 3, bytes: 90, parts: 1, sha256: 'ab'.repeat(32), expiresAt: EXPIRES }
const of = (runId: string) => ({ runId, hostAccountId: ACCOUNT })
const ready = (runId: string) => ({ type: 'ReportReady', data: { ...of(runId), ...file } }) as const

describe('asking for a report', () => {
  test('fixes the instant, and what the person may see', () => {
    given(report)
      .when(request(), byOwner)
      .thenEvents({
        type: 'ReportRequested',
        data: {
          requestedBy: OWNER.id,
          asOf: NOW,
          listingIds: ['*'],
          needs: ['booking.read'],
          currency: null,
        },
      })
    given(report)
      .when(request({ asOf: MAY }), by(COHOST, { listingIds: ['cedar', 'harbor'] }))
      .thenEvents({ type: 'ReportRequested', data: { asOf: MAY, listingIds: ['cedar', 'harbor'] } })
    given(report)
      .when(request({ listingId: 'cedar' }), by(COHOST, { listingIds: ['cedar', 'harbor'] }))
      .thenEvents({ type: 'ReportRequested', data: { listingId: 'cedar', listingIds: ['cedar'] } })
  })

  test('is refused for another listing, and for instants without an account', () => {
    given(report)
      .when(request({ listingId: 'cedar' }), by(OWNER, { ownsListing: false }))
      .thenRefused('VALIDATION_FAILED')
    given(report)
      .when(request({ listingId: 'cedar' }), by(COHOST, { listingIds: ['harbor'] }))
      .thenRefused('VALIDATION_FAILED')
    given(report)
      .when(request({ asOf: '2026-06-12T13:42:01.000Z' }), byOwner)
      .thenRefused('VALIDATION_FAILED')
    given(report)
      .when(request({ asOf: '2024-12-31T23:59:59.000Z' }), byOwner)
      .thenRefused('VALIDATION_FAILED')
    given(report)
      .when(request(), by(OWNER, { openedAt: null }))
      .thenRefused('NOT_FOUND')
  })

  test('is refused to those who can’t see what it is about', () =>
    given(report)
      .when(request({ type: 'payouts' }), by({ ...COHOST, role: 'cohost_calendar' }))
      .thenRefused('FORBIDDEN'))

  test('waits while too many are being made', () => {
    const pending = Array.from({ length: MAX_PENDING_REPORTS }, (_, index) => requested(`r${index}`))
    given(report, ...pending)
      .when(request(), byOwner)
      .thenRefused('LIMIT_EXCEEDED')
    given(report, ...pending, ready('r0'))
      .when(request(), byOwner)
      .thenEvents({ type: 'ReportRequested' })
  })
})

describe('making a report', () => {
  test('notes how far it is, and never backwards', () => {
    const note = (rows: number) => ({ type: 'RecordReportProgress', data: { runId: 'r', rows } }) as const
    const half = { type: 'ReportProgressed', data: { ...of('r'), rows: 5_000 } } as const
    given(report, requested('r')).when(note(5_000), bySystem).thenEvents(half)
    given(report, requested('r'), half).when(note(5_000), bySystem).thenNothing()
    given(report, requested('r'), ready('r')).when(note(9_000), bySystem).thenNothing()
  })

  test('takes the first file that is complete', () => {
    const record = { type: 'RecordReport', data: { runId: 'r', ...file } } as const
    given(report, requested('r')).when(record, bySystem).thenEvents(ready('r'))
    given(report, requested('r'), ready('r')).when(record, bySystem).thenNothing()
    given(report).when(record, bySystem).thenRefused('NOT_FOUND')
  })

  test('fails once, and is removed once', () => {
    const fail = { type: 'RecordReportFailure', data: { runId: 'r', code: 'NOT_FOUND' } } as const
    const failed = { type: 'ReportFailed', data: { ...of('r'), code: 'NOT_FOUND' } } as const
    given(report, requested('r')).when(fail, bySystem).thenEvents(failed)
    given(report, requested('r'), failed).when(fail, bySystem).thenNothing()
    const remove = { type: 'RemoveReport', data: { runId: 'r', reason: 'expired' } } as const
    const removed = { type: 'ReportRemoved', data: { ...of('r'), reason: 'expired' } } as const
    given(report, requested('r'), ready('r')).when(remove, bySystem).thenEvents(removed)
    given(report, requested('r'), ready('r'), removed).when(remove, bySystem).thenNothing()
  })
})

describe('a download', () => {
  const download = { type: 'DownloadReport', data: { runId: 'r' } } as const

  test('is recorded with the person who takes it', () =>
    given(report, requested('r'), ready('r'))
      .when(download, by(COHOST))
      .thenEvents({ type: 'ReportDownloaded', data: { downloadId: 'download', downloadedBy: COHOST.id } }))

  test('needs a file, and the right to all that is in it', () => {
    given(report).when(download, byOwner).thenRefused('NOT_FOUND')
    given(report, requested('r')).when(download, byOwner).thenRefused('PRECONDITION_FAILED')
    given(report, requested('r'), ready('r'))
      .when(download, by(COHOST, { listingIds: ['cedar'] }))
      .thenRefused('NOT_FOUND')
    given(report, requested('r', { listingIds: ['cedar'] }), ready('r'))
      .when(download, by(COHOST, { listingIds: ['cedar', 'harbor'] }))
      .thenEvents({ type: 'ReportDownloaded' })
    given(report, requested('r'), ready('r'))
      .when(download, by({ ...COHOST, role: 'cohost_calendar' }))
      .thenRefused('FORBIDDEN')
  })
})

describe('a report for each month', () => {
  const schedule = { type: 'ScheduleReport', data: { type: 'nights', format: 'xlsx' } } as const
  const ofS = { scheduleId: 's', hostAccountId: ACCOUNT }
  const june = { month: '2026-06', at: 'after 2026-06' }
  type Scheduled = OfType<ReportEvent, 'ReportScheduled'>
  const scheduled = (data: Partial<Scheduled['data']> = {}): Scheduled => ({
    type: 'ReportScheduled',
    data: {
      ...ofS,
      scheduledBy: COHOST.id,
      type: 'nights',
      format: 'xlsx',
      listingId: null,
      currency: null,
      listingIds: ['*'],
      needs: ['booking.read'],
      ...june,
      ...data,
    },
  })
  const paused = { type: 'ReportSchedulePaused', data: { ...ofS, reason: 'asked' } } as const
  const start = (month: string) =>
    ({ type: 'StartScheduledReport', data: { scheduleId: 's', month } }) as const
  const change = (type: 'PauseReportSchedule' | 'ResumeReportSchedule' | 'DeleteReportSchedule') =>
    ({ type, data: { scheduleId: 's' } }) as const

  test('begins with the first month that is not reported yet, once', () => {
    given(report)
      .when(schedule, by(COHOST))
      .thenEvents({ type: 'ReportScheduled', data: { scheduledBy: COHOST.id, ...june } })
    given(report, scheduled()).when(schedule, by(COHOST)).thenRefused('DUPLICATE')
    given(report, scheduled()).when(schedule, byOwner).thenEvents({ type: 'ReportScheduled' })
    given(report)
      .when(schedule, by({ ...COHOST, role: 'cohost_calendar' }))
      .thenRefused('FORBIDDEN')
    const many = Array.from({ length: MAX_SCHEDULES }, (_, index) => scheduled({ scheduleId: `s${index}` }))
    given(report, ...many)
      .when(schedule, byOwner)
      .thenRefused('LIMIT_EXCEEDED')
  })

  test('asks for the whole month with what the person may see now, then waits for the next', () => {
    given(report, scheduled())
      .when(start('2026-06'), by(COHOST, { listingIds: ['cedar'] }))
      .thenEvents(
        {
          type: 'ReportRequested',
          data: { requestedBy: COHOST.id, from: '2026-06-01', to: '2026-06-30', listingIds: ['cedar'] },
        },
        { type: 'ScheduledReportStarted', data: { reportedMonth: '2026-06', month: '2026-07' } },
      )
    given(report, scheduled()).when(start('2026-05'), by(COHOST)).thenNothing()
    given(report, scheduled(), paused).when(start('2026-06'), by(COHOST)).thenNothing()
  })

  test('is paused when the person has left or may see less', () => {
    const lost = { type: 'ReportSchedulePaused', data: { ...ofS, reason: 'lost_access' } } as const
    given(report, scheduled())
      .when(start('2026-06'), by(COHOST, { person: null }))
      .thenEvents(lost)
    given(report, scheduled())
      .when(start('2026-06'), by({ ...COHOST, role: 'cohost_messaging' }))
      .thenEvents(lost)
  })

  test('is paused, resumed and deleted by its person or an owner', () => {
    given(report, scheduled()).when(change('PauseReportSchedule'), by(COHOST)).thenEvents(paused)
    given(report, scheduled(), paused).when(change('PauseReportSchedule'), byOwner).thenNothing()
    given(report, scheduled(), paused)
      .when(change('ResumeReportSchedule'), byOwner)
      .thenEvents({ type: 'ReportScheduleResumed', data: { ...ofS, ...june } })
    given(report, scheduled()).when(change('ResumeReportSchedule'), byOwner).thenNothing()
    given(report, scheduled())
      .when(change('DeleteReportSchedule'), by({ ...COHOST, id: 'cleo' }))
      .thenRefused('FORBIDDEN')
    const deleted = { type: 'ReportScheduleDeleted', data: ofS } as const
    given(report, scheduled()).when(change('DeleteReportSchedule'), byOwner).thenEvents(deleted)
    given(report, scheduled(), deleted).when(change('DeleteReportSchedule'), byOwner).thenRefused('NOT_FOUND')
    given(report, scheduled(), deleted).when(start('2026-06'), by(COHOST)).thenNothing()
  })
})
