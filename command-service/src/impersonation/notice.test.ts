import { expect, test } from 'vitest'
import { createNotice, type RecordedStep } from './notice.ts'

const id = { impersonationId: 'i' }
const at = '2026-06-12T13:42:00.000Z'
const begun: readonly RecordedStep[] = [
  {
    type: 'ImpersonationRequested',
    at,
    data: {
      ...id,
      targetAccountId: 'f99830bc-b32e-578d-b665-dfe370189583',
      mode: 'read_only',
      scopes: ['all'],
      reason: 'support_ticket',
      reasonText: 'The host cannot block nights in June.',
      ticketRef: null,
      staffUserId: 'sam',
      staffName: 'Sam Ortega',
    },
  },
  { type: 'ImpersonationStarted', at, data: { ...id, expiresAt: at } },
]
const ended: RecordedStep = {
  type: 'ImpersonationEnded',
  at,
  data: { ...id, why: 'stopped', endedBy: 'sam' },
}
const read = (...reads: readonly (readonly [resource: string, ...recordIds: string[]])[]): RecordedStep => ({
  type: 'ImpersonationRecordsViewed',
  at,
  data: { ...id, reads: reads.map(([resource, ...recordIds]) => ({ at, resource, recordIds })) },
})
const linesOf = (...steps: readonly RecordedStep[]) =>
  createNotice([...begun, ...steps, ended], new URL('https://hearth.example'))?.lines ?? []

test('names what was opened, each kind once, with how many records', () => {
  expect(
    linesOf(
      read(['bookings', 'b1', 'b2'], ['payouts', 'p1']),
      read(['bookings', 'b2', 'b3'], ['bookings/history', 'b1'], ['listings/readiness', 'l1']),
    ),
  ).toContain(
    'What was opened: bookings (3 records), payouts, the history of a booking, ' +
      'what a listing needs before it goes live.',
  )
})

test('says that nothing was opened only if nothing was', () => {
  expect(linesOf()).toContain('Nothing was opened.')
  expect(linesOf(read(['today']))).not.toContain('Nothing was opened.')
})

test('lists what was done however much was refused before it, and leaves the rest to the access log', () => {
  const refuse = (): RecordedStep => ({
    type: 'ImpersonationCommandRefused',
    at,
    data: { ...id, command: 'InviteMember', recordId: null, code: 'IMPERSONATION_ACTION_EXCLUDED' },
  })
  const done: RecordedStep = {
    type: 'ImpersonationActionTaken',
    at,
    data: { ...id, stream: 'booking-b1', type: 'BookingNoteAdded', commandId: 'c' },
  }
  const lines = linesOf(...Array.from({ length: 120 }, refuse), done)
  expect(lines.filter((line) => line.includes('was refused'))).toHaveLength(99)
  expect(lines.at(-2)).toContain('did: booking note added (b1)')
  expect(lines.at(-1)).toBe('… and 21 more, in the access log.')
})
