import { describe, expect, test } from 'vitest'
import { deriveId } from '../kernel/ids.ts'
import { reportProcess, type ReportProcessState } from './processes.ts'

const ACCOUNT = deriveId('account')
const AT = '2026-11-12T13:42:00.000Z'
const EXPIRES = '2026-12-12T13:42:00.000Z'
const react = (
  state: ReportProcessState | undefined,
  type: string,
  data: object = { runId: 'r' },
  category = 'report',
) =>
  reportProcess.on(state, {
    id: deriveId('event', type),
    stream: `${category}-${ACCOUNT}`,
    revision: 1n,
    type,
    data: { hostAccountId: ACCOUNT, ...data },
    metadata: { tenantId: ACCOUNT, occurredAt: AT },
    position: { commit: 0n, prepare: 0n },
    recordedAt: AT,
  })
const remove = (runId: string, reason: string) => ({
  kind: 'command',
  type: 'RemoveReport',
  id: ACCOUNT,
  data: { runId, reason },
})

describe('the process of reports', () => {
  test('makes each report that was asked for, and removes its file when its time is over', () => {
    expect(react(undefined, 'ReportRequested')).toEqual([
      { runs: ['r'], scheduled: [] },
      { kind: 'job', name: 'make-report', data: { hostAccountId: ACCOUNT, runId: 'r' } },
    ])
    expect(
      react({ runs: ['r'], scheduled: [] }, 'ReportReady', { runId: 'r', expiresAt: EXPIRES }),
    ).toMatchObject([
      { runs: ['r'], scheduled: [] },
      { kind: 'timer', name: 'expire/r', at: EXPIRES, work: remove('r', 'expired') },
    ])
    expect(react({ runs: ['r', 's'], scheduled: [] }, 'ReportRemoved')).toEqual([
      { runs: ['s'], scheduled: [] },
      { kind: 'cancel', name: 'expire/r' },
      { kind: 'job', name: 'remove-report', data: { hostAccountId: ACCOUNT, runId: 'r' } },
    ])
    expect(react({ runs: ['r'], scheduled: [] }, 'ReportFailed')).toEqual([{ runs: [], scheduled: [] }])
  })

  test('removes the files in which a person may be who was erased', () =>
    expect(react({ runs: ['r', 's'], scheduled: [] }, 'SubjectErased', {}, 'hostAccount')).toMatchObject([
      { runs: ['r', 's'], scheduled: [] },
      remove('r', 'erased'),
      remove('s', 'erased'),
    ]))

  const next = { scheduleId: 's', month: '2026-11', at: '2026-12-03T14:00:00.000Z' }
  const START = {
    kind: 'timer',
    name: 'schedule/s',
    at: next.at,
    work: { type: 'StartScheduledReport', id: ACCOUNT, data: { scheduleId: 's', month: '2026-11' } },
  }

  test('asks for the report of each month at its time, until it is paused or deleted', () => {
    expect(react(undefined, 'ReportScheduled', next)).toMatchObject([{ runs: [] }, START])
    expect(react(undefined, 'ReportScheduleResumed', next)).toMatchObject([{ runs: [] }, START])
    expect(
      react({ runs: ['r'], scheduled: [] }, 'ScheduledReportStarted', { ...next, runId: 'r' }),
    ).toMatchObject([{ runs: ['r'], scheduled: ['r'] }, START])
    for (const type of ['ReportSchedulePaused', 'ReportScheduleDeleted'])
      expect(react(undefined, type, next)).toMatchObject([
        { runs: [] },
        { kind: 'cancel', name: 'schedule/s' },
      ])
  })

  test('writes to the person whose monthly report is ready or failed, and not of others', () => {
    const file = { runId: 'r', expiresAt: EXPIRES }
    const mail = { kind: 'job', name: 'mail-report', data: { hostAccountId: ACCOUNT, runId: 'r' } }
    expect(react({ runs: ['r'], scheduled: ['r'] }, 'ReportReady', file)[2]).toEqual(mail)
    expect(react({ runs: ['r'], scheduled: [] }, 'ReportReady', file)).toHaveLength(2)
    expect(
      react({ runs: ['r'], scheduled: ['r'] }, 'ReportFailed', { runId: 'r', code: 'LIMIT_EXCEEDED' }),
    ).toEqual([{ runs: [], scheduled: [] }, mail])
  })
})
