import type { DisruptionEvent } from '@hearth/contracts/disruption'
import { test } from 'vitest'
import { ADMIN, given, OWNER } from '../testing/given.ts'
import { disruption } from './disruption.decider.ts'

const declaration = {
  title: 'Storm Ana',
  area: { country: 'PT', region: 'Lisboa', circle: null },
  start: '2026-11-10',
  end: '2026-11-14',
  reason: 'The coast was evacuated by the civil protection.',
}
const declared: DisruptionEvent = {
  type: 'DisruptionDeclared',
  data: { disruptionId: 'd1', ...declaration, by: ADMIN.id },
}
const approved: DisruptionEvent = {
  type: 'DisruptionApproved',
  data: { disruptionId: 'd1', by: 'second' },
}
const by = (id: string) => ({ id: 'd1', actor: { ...ADMIN, id }, facts: {} })
const declare = { type: 'DeclareDisruption', data: declaration } as const
const approve = { type: 'ApproveDisruption', data: {} } as const
const reject = { type: 'RejectDisruption', data: { reason: 'The evacuation was called off.' } } as const
const applied = { type: 'RecordDisruptionApplied', data: {} } as const

test('an event is declared once', () => {
  given(disruption).when(declare, by(ADMIN.id)).thenEvents(declared)
  given(disruption, declared).when(declare, by(ADMIN.id)).thenRefused('DUPLICATE')
})
test('another person approves it', () => {
  given(disruption, declared).when(approve, by(ADMIN.id)).thenRefused('FOUR_EYES_SAME_ACTOR')
  given(disruption, declared).when(approve, by('second')).thenEvents(approved)
  given(disruption, declared, approved).when(approve, by('third')).thenRefused('ALREADY_DECIDED')
  given(disruption).when(approve, by('second')).thenRefused('NOT_FOUND')
})
test('what is not approved yet can be rejected, also by who declared it', () => {
  given(disruption, declared)
    .when(reject, by(ADMIN.id))
    .thenEvents({ type: 'DisruptionRejected', data: { by: ADMIN.id } })
  given(disruption, declared, approved).when(reject, by(OWNER.id)).thenRefused('ALREADY_DECIDED')
})
test('is applied once, after the approval', () => {
  given(disruption, declared).when(applied, by('scheduler')).thenNothing()
  const done: DisruptionEvent = { type: 'DisruptionApplied', data: { disruptionId: 'd1' } }
  given(disruption, declared, approved).when(applied, by('scheduler')).thenEvents(done)
  given(disruption, declared, approved, done).when(applied, by('scheduler')).thenNothing()
})
