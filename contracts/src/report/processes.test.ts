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
      { runs: ['r'] },
      { kind: 'job', name: 'make-report', data: { hostAccountId: ACCOUNT, runId: 'r' } },
    ])
    expect(react({ runs: ['r'] }, 'ReportReady', { runId: 'r', expiresAt: EXPIRES })).toMatchObject([
      { runs: ['r'] },
      { kind: 'timer', name: 'expire/r', at: EXPIRES, work: remove('r', 'expired') },
    ])
    expect(react({ runs: ['r', 's'] }, 'ReportRemoved')).toEqual([
      { runs: ['s'] },
      { kind: 'cancel', name: 'expire/r' },
      { kind: 'job', name: 'remove-report', data: { hostAccountId: ACCOUNT, runId: 'r' } },
    ])
    expect(react({ runs: ['r'] }, 'ReportFailed')).toEqual([{ runs: [] }])
  })

  test('removes the files in which a person may be who was erased', () =>
    expect(react({ runs: ['r', 's'] }, 'SubjectErased', {}, 'hostAccount')).toMatchObject([
      { runs: ['r', 's'] },
      remove('r', 'erased'),
      remove('s', 'erased'),
    ]))
})
