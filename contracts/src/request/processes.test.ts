import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { deriveId } from '../kernel/ids.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import { requestProcess } from './processes.ts'

const AT = '2026-06-12T13:42:00.000Z'
const fixture = (type: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${type}.v1.json`, import.meta.url), 'utf8'))
const happened = (type: string): RecordedEvent => ({
  id: deriveId('event', type),
  stream: `request-${deriveId('request')}`,
  revision: 1n,
  type,
  data: fixture(type),
  metadata: { tenantId: 'a', actorId: 'ada', commandId: deriveId('command'), occurredAt: AT },
  position: { commit: 0n, prepare: 0n },
  recordedAt: AT,
})
const effectsOf = (type: string) => requestProcess.on(undefined, happened(type)).slice(1)

describe('the process of requests', () => {
  test('closes a completed service request once it can no longer be reopened', () =>
    expect(effectsOf('ServiceCompleted')).toMatchObject([
      {
        kind: 'timer',
        name: 'close',
        at: '2026-06-22T11:00:00.000Z',
        work: { type: 'CloseCompletedService', data: { closesAt: '2026-06-22T11:00:00.000Z' } },
      },
    ]))

  test('escalates an expense without an answer', () =>
    expect(effectsOf('ExpenseApprovalRequested')).toMatchObject([
      {
        kind: 'timer',
        name: 'due',
        at: '2026-06-15T13:42:00.000Z',
        work: { type: 'EscalateExpense', data: { dueAt: '2026-06-15T13:42:00.000Z' } },
      },
    ]))

  test.for([
    ['ServiceClosed', 'close'],
    ['ServiceReopened', 'close'],
    ['ExpenseAutoApprovedEmergency', 'due'],
    ['ExpenseApproved', 'due'],
    ['ExpenseDeclined', 'due'],
    ['RequestWithdrawn', 'due'],
  ] as const)('%s ends the timer %s', ([type, name]) =>
    expect(effectsOf(type)).toEqual([{ kind: 'cancel', name }]),
  )
})
