import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { addHours } from '../kernel/dates.ts'
import { deriveId } from '../kernel/ids.ts'
import type { RecordedEvent } from '../kernel/message.ts'
import { confirmedStay } from '../testing/booking.ts'
import { messagePlanProcess, messageRuleProcess } from './processes.ts'

const fixture = (type: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${type}.v1.json`, import.meta.url), 'utf8'))
const AT = '2026-06-12T13:42:00.000Z'
const happened = (
  category: string,
  type: string,
  data: object = fixture(type),
  recordedAt = AT,
): RecordedEvent => ({
  id: deriveId('event', type),
  stream: `${category}-${deriveId('stream')}`,
  revision: 3n,
  type,
  data,
  metadata: { tenantId: 'a', actorId: 'ada', commandId: deriveId('command'), occurredAt: recordedAt },
  position: { commit: 7n, prepare: 7n },
  recordedAt,
})

describe('the message plan process', () => {
  test.for([
    'OverbookingResolved',
    'BookingAltered',
    'BookingCancellationRevoked',
    'BookingCancelled',
    'BookingNoShowRecorded',
    'GuestErased',
  ])('plans again after %s', (type) => {
    const event = happened('booking', type)
    expect(messagePlanProcess.on(undefined, event)).toMatchObject([
      undefined,
      { kind: 'command', type: 'PlanMessages', id: fixture(type)['bookingId'] },
    ])
  })
  test('plans a confirmed stay, and nothing for one that was over when it was recorded', () => {
    const stay = confirmedStay()
    const on = (recordedAt: string) =>
      messagePlanProcess.on(undefined, happened('booking', 'BookingConfirmed', stay, recordedAt))
    const { checkOutInstant } = stay.snapshot
    expect(on(checkOutInstant)).toMatchObject([undefined, { type: 'PlanMessages', id: stay.bookingId }])
    expect(on(addHours(checkOutInstant, 73))).toEqual([undefined])
  })
  test.for(['MessagePlanned', 'PlannedMessageChanged', 'PlannedMessageRestored'])(
    'releases a message at its time after %s, under an id of its own',
    (type) => {
      const { planId, sendAt } = fixture(type)
      expect(messagePlanProcess.on(undefined, happened('messagePlan', type))).toMatchObject([
        undefined,
        {
          kind: 'timer',
          name: `message/${String(planId)}`,
          at: sendAt,
          work: {
            type: 'ReleasePlannedMessage',
            commandId: deriveId('release-planned-message', deriveId('event', type)),
          },
        },
      ])
    },
  )
  test('ends a held message when it makes no more sense', () => {
    const { goodUntil } = fixture('PlannedMessageHeld')
    expect(messagePlanProcess.on(undefined, happened('messagePlan', 'PlannedMessageHeld'))).toMatchObject([
      undefined,
      { kind: 'timer', at: goodUntil, work: { type: 'ReleasePlannedMessage' } },
    ])
  })
  test.for(['PlannedMessageSkipped', 'PlannedMessageEnded'])('cancels the timer after %s', (type) =>
    expect(messagePlanProcess.on(undefined, happened('messagePlan', type))).toEqual([
      undefined,
      { kind: 'cancel', name: `message/${String(fixture(type)['planId'])}` },
    ]),
  )
  test('delivers what was sent, by ids only', () => {
    const { threadId, planId, bookingId, listingId } = fixture('PlannedMessageSent')
    const [, , work] = messagePlanProcess.on(undefined, happened('messagePlan', 'PlannedMessageSent'))
    expect(work).toEqual({
      kind: 'command',
      commandId: deriveId('deliver-planned-message', String(planId)),
      type: 'DeliverPlannedMessage',
      id: threadId,
      data: { listingId, bookingId, planId },
    })
  })
})

test.for(['MessageRuleAdded', 'MessageRuleChanged', 'MessageRuleRemoved', 'MessageRuleRestored'])(
  '%s plans the stays of the account again, as of its position',
  (type) => {
    const event = happened('messageRule', type)
    expect(messageRuleProcess.on(undefined, event)).toEqual([
      undefined,
      {
        kind: 'job',
        name: 'plan-messages',
        data: { hostAccountId: deriveId('stream'), cause: event.id, commit: '7' },
      },
    ])
  },
)
