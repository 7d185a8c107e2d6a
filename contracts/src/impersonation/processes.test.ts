import { expect, test } from 'vitest'
import type { RecordedEvent } from '../kernel/message.ts'
import type { Effect } from '../kernel/process.ts'
import { impersonationProcess, type NoticeState } from './processes.ts'
import type { ImpersonationCommand } from './messages.ts'

const ID = '0f9a1d52-6f0e-5d34-9c1b-1f2c7c1f9b11'
const AT = '2026-06-12T13:42:00.000Z'
const EXPIRES = '2026-06-12T14:02:00.000Z'

const recorded = (
  stream: string,
  type: string,
  data: object,
  metadata: Readonly<Record<string, string>> = {},
): RecordedEvent => ({
  id: `${stream}/${type}`,
  stream,
  revision: 0n,
  type,
  data: { impersonationId: ID, ...data },
  metadata: { occurredAt: AT, ...metadata },
  position: { commit: 1n, prepare: 1n },
  recordedAt: AT,
})
const own = (type: string, data: object = {}) => recorded(`impersonation-${ID}`, type, data)
const acted = (commandId: string, type: string) =>
  recorded('booking-b', type, {}, { impersonationSessionId: ID, onBehalfOf: 'account', commandId })

const after = (...events: readonly RecordedEvent[]): readonly Effect<ImpersonationCommand>[] => {
  let state: NoticeState | undefined
  const all: Effect<ImpersonationCommand>[] = []
  for (const event of events) {
    expect(impersonationProcess.correlate(event)).toBe(ID)
    const [next, ...effects] = impersonationProcess.on(state, event)
    state = next
    all.push(...effects)
  }
  return all
}

test('ignores changes outside an impersonation', () =>
  expect(impersonationProcess.correlate(recorded('booking-b', 'BookingNoteAdded', {}))).toBeUndefined())

test('ends at the time limit, including an extension', () => {
  const [first, second] = after(
    own('ImpersonationStarted', { expiresAt: AT }),
    own('ImpersonationExtended', { expiresAt: EXPIRES }),
  )
  expect(first).toMatchObject({ kind: 'timer', name: 'expiry', at: AT })
  expect(second).toMatchObject({
    kind: 'timer',
    name: 'expiry',
    at: EXPIRES,
    work: { type: 'ExpireImpersonation', id: ID, data: { expiresAt: EXPIRES } },
  })
})

test('records a command with several events once, and sends the notice after all of them', () => {
  const effects = after(
    own('ImpersonationStarted', { expiresAt: EXPIRES }),
    acted('c1', 'BookingCancelled'),
    acted('c1', 'RefundRequested'),
    acted('c2', 'BookingNoteAdded'),
    own('ImpersonationEnded'),
  )
  expect(effects.filter((effect) => effect.kind === 'command')).toMatchObject([
    {
      type: 'RecordImpersonationAction',
      data: { commandId: 'c1', stream: 'booking-b', type: 'BookingCancelled' },
    },
    { type: 'RecordImpersonationAction', data: { commandId: 'c2', type: 'BookingNoteAdded' } },
  ])
  expect(effects.filter((effect) => effect.kind === 'job')).toEqual([
    { kind: 'job', name: 'close-impersonation', data: { impersonationId: ID } },
    { kind: 'job', name: 'notify-host-of-impersonation', data: { impersonationId: ID, actions: '2' } },
  ])
})

test('sends a delayed notice this many days after the end', () => {
  const effects = after(
    own('ImpersonationStarted', { expiresAt: EXPIRES }),
    own('HostNoticeDelayed', { days: 14 }),
    own('ImpersonationEnded'),
  )
  expect(effects.at(-1)).toMatchObject({
    kind: 'timer',
    name: 'notice',
    at: '2026-06-26T13:42:00.000Z',
    work: { name: 'notify-host-of-impersonation' },
  })
})

test('remembers nothing after the notice', () =>
  expect(
    impersonationProcess.on({ actions: ['c1'], delayDays: 0 }, own('HostNotifiedOfImpersonation')),
  ).toEqual([undefined]))
