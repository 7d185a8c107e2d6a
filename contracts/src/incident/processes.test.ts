import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { deriveId } from '../kernel/ids.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import { incidentProcess } from './processes.ts'

const AT = '2026-06-12T13:42:00.000Z'
const INCIDENT = deriveId('incident')
const fixture = (type: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${type}.v1.json`, import.meta.url), 'utf8'))
const effectsOf = (type: string, data: object = {}) => {
  const event: RecordedEvent = {
    id: deriveId('event', type),
    stream: `incident-${INCIDENT}`,
    revision: 1n,
    type,
    data: { ...fixture(type), ...data },
    metadata: { tenantId: 'a', actorId: 'ada', occurredAt: AT },
    position: { commit: 0n, prepare: 0n },
    recordedAt: AT,
  }
  return incidentProcess.on(undefined, event).slice(1)
}

const PAGE = { kind: 'job', name: 'page-on-call' }
const WAIT = { kind: 'timer', name: 'acknowledge', work: { type: 'RecordMissedAcknowledgement' } }
const FOLLOW = { kind: 'timer', name: 'nights', work: { kind: 'job', name: 'follow-incident' } }

describe('the process of incidents', () => {
  test.for([
    [1, [WAIT, PAGE]],
    [2, [WAIT, PAGE]],
    [3, [WAIT]],
    [4, [WAIT]],
  ] as const)(
    'waits for the acknowledgement of severity %i, and calls staff if urgent',
    ([severity, found]) => expect(effectsOf('IncidentReported', { severity })).toMatchObject(found),
  )

  test('calls staff when a severity is raised to an urgent one, not when it is lowered', () => {
    expect(effectsOf('IncidentEscalated', { before: 3, severity: 2 })).toMatchObject([WAIT, PAGE])
    expect(effectsOf('IncidentEscalated', { before: 4, severity: 3 })).toMatchObject([WAIT])
    expect(effectsOf('IncidentEscalated', { before: 1, severity: 2 })).toMatchObject([WAIT])
    expect(effectsOf('IncidentEscalated', { before: 3, severity: 1, acknowledgeBy: null })).toMatchObject([
      PAGE,
    ])
  })

  test('stops waiting once it is acknowledged, and calls staff again when it was not', () => {
    expect(effectsOf('IncidentAcknowledged')).toEqual([{ kind: 'cancel', name: 'acknowledge' }])
    expect(effectsOf('AcknowledgementMissed')).toMatchObject([{ ...PAGE, data: { why: 'missed' } }])
  })

  test('holds nights, frees them once it is resolved, and closes it', () => {
    expect(effectsOf('SafetyHoldPlaced')).toMatchObject([{ ...FOLLOW, at: '2026-06-12T13:42:05.000Z' }])
    const { reopenUntil } = fixture('IncidentResolved')
    expect(effectsOf('IncidentResolved')).toMatchObject([
      { kind: 'cancel', name: 'acknowledge' },
      { name: 'close', at: reopenUntil, work: { type: 'CloseResolvedIncident' } },
      FOLLOW,
    ])
    expect(effectsOf('IncidentReopened')).toMatchObject([{ kind: 'cancel', name: 'close' }, WAIT, PAGE])
  })
})
