import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { deriveId } from '../kernel/ids.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import { responseProcess } from './processes.ts'

const fixture = (type: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${type}.v1.json`, import.meta.url), 'utf8'))
const AT = '2026-06-12T13:42:00.000Z'
const happened = (type: string, change: object = {}): RecordedEvent => ({
  id: deriveId('event', type),
  stream: `thread-${deriveId('thread')}`,
  revision: 3n,
  type,
  data: { ...fixture(type), ...change },
  metadata: { tenantId: 'a', actorId: 'ada', commandId: deriveId('command'), occurredAt: AT },
  position: { commit: 0n, prepare: 0n },
  recordedAt: AT,
})
const started = happened('ResponseClockStarted')

describe('the response process', () => {
  test('reminds after 12 and 20 hours and records the breach after 24, when it was due', () =>
    expect(responseProcess.on(undefined, started)).toMatchObject([
      { hours: [12, 20] },
      { kind: 'cancel', name: 'overdue' },
      {
        kind: 'timer',
        name: 'reminder-12',
        at: '2026-06-13T01:42:00.000Z',
        work: {
          type: 'RemindOfResponse',
          data: { startedAt: AT, hours: 12 },
          occurredAt: '2026-06-13T01:42:00.000Z',
        },
      },
      { kind: 'timer', name: 'reminder-20', at: '2026-06-13T09:42:00.000Z', work: { data: { hours: 20 } } },
      {
        kind: 'timer',
        name: 'overdue',
        at: '2026-06-13T13:42:00.000Z',
        work: { type: 'RecordOverdueResponse', data: { startedAt: AT } },
      },
    ]))
  test('cancels all of it when the clock stops', () =>
    expect(responseProcess.on({ hours: [12, 20] }, happened('ResponseClockStopped'))).toEqual([
      undefined,
      { kind: 'cancel', name: 'reminder-12' },
      { kind: 'cancel', name: 'reminder-20' },
      { kind: 'cancel', name: 'overdue' },
    ]))
  test('sets no deadline that had passed when the message was imported', () => {
    const imported = { ...started, recordedAt: '2026-06-13T08:00:00.000Z' }
    expect(responseProcess.on(undefined, imported).slice(1)).toMatchObject([
      { kind: 'cancel', name: 'overdue' },
      { kind: 'timer', name: 'reminder-20' },
      { kind: 'timer', name: 'overdue' },
    ])
    const lastYear = { ...started, recordedAt: '2027-06-12T13:42:00.000Z' }
    expect(responseProcess.on(undefined, lastYear).slice(1)).toMatchObject([{ kind: 'cancel' }])
  })
  test('drops reminders of former numbers when the clock starts again', () =>
    expect(responseProcess.on({ hours: [6] }, started).slice(1, 3)).toEqual([
      { kind: 'cancel', name: 'reminder-6' },
      { kind: 'cancel', name: 'overdue' },
    ]))
})
