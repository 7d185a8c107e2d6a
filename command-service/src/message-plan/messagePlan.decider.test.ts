import type { BookingEvent } from '@hearth/contracts/booking'
import { addHours, addMinutes } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import { derivePlanId, type MessagePlanCommand, type MessagePlanEvent } from '@hearth/contracts/message-plan'
import { deriveThreadId } from '@hearth/contracts/thread'
import { createSnapshot } from '@hearth/contracts/testing'
import { describe, test } from 'vitest'
import { given, OWNER, SCHEDULER, type Situation } from '../testing/given.ts'
import { messagePlan } from './messagePlan.decider.ts'
import type { MessagePlanFacts } from './messagePlan.facts.ts'
import {
  BOOKING,
  CHECK_IN_AT,
  confirmed,
  CONFIRMED_AT,
  LISTING,
  planFacts,
  rule,
  stay,
} from './testing/planFacts.ts'

const PLAN = derivePlanId(BOOKING, rule.ruleId)
const of = { bookingId: BOOKING, listingId: LISTING }
const one = { ...of, planId: PLAN }
/** 10:00 in New York on 7 July. */
const SEND_AT = '2026-07-07T14:00:00.000Z'
const timing = { templateId: 't1', trigger: 'checkin-3d', sendAt: SEND_AT, goodUntil: CHECK_IN_AT } as const

const planned: MessagePlanEvent = {
  type: 'MessagePlanned',
  data: {
    ...one,
    hostAccountId: 'account',
    threadId: deriveThreadId(LISTING, 'g1'),
    ruleId: rule.ruleId,
    timezone: 'America/New_York',
    ...timing,
  },
}
const skipped: MessagePlanEvent = { type: 'PlannedMessageSkipped', data: one }
const held: MessagePlanEvent = {
  type: 'PlannedMessageHeld',
  data: {
    ...one,
    threadId: deriveThreadId(LISTING, 'g1'),
    goodUntil: CHECK_IN_AT,
    hold: { withoutReply: false, missing: ['wifiName'] },
  },
}
const sent: MessagePlanEvent = {
  type: 'PlannedMessageSent',
  data: {
    ...one,
    guestRef: 'g1',
    body: 'Hello Ana',
    threadId: deriveThreadId(LISTING, 'g1'),
    messageId: 'm1',
    by: null,
  },
}
const ended = (
  reason: OfType<MessagePlanEvent, 'PlannedMessageEnded'>['data']['reason'],
): MessagePlanEvent => ({
  type: 'PlannedMessageEnded',
  data: { ...one, reason },
})
const edited = (body: string): MessagePlanEvent => ({
  type: 'PlannedMessageEdited',
  data: { ...one, guestRef: 'g1', body },
})

const plan: MessagePlanCommand = { type: 'PlanMessages', data: { listingId: LISTING } }
const release: MessagePlanCommand = { type: 'ReleasePlannedMessage', data: { planId: PLAN } }
const send: MessagePlanCommand = { type: 'SendPlannedMessage', data: { planId: PLAN } }
const skip: MessagePlanCommand = { type: 'SkipPlannedMessage', data: { planId: PLAN } }
const restore: MessagePlanCommand = { type: 'RestorePlannedMessage', data: { planId: PLAN } }
const edit = (body: string): MessagePlanCommand => ({
  type: 'EditPlannedMessage',
  data: { planId: PLAN, body },
})

type Here = Situation<MessagePlanFacts>
const system = (facts = planFacts(), now = CONFIRMED_AT): Here => ({
  id: BOOKING,
  tenantId: 'account',
  actor: SCHEDULER,
  now,
  facts,
})
const host = (facts = planFacts(), now = CONFIRMED_AT): Here => ({ ...system(facts, now), actor: OWNER })

const outcome = { initiator: 'guest' } as unknown as OfType<
  BookingEvent,
  'BookingCancelled'
>['data']['outcome']
const cancelled: BookingEvent = { type: 'BookingCancelled', data: { ...of, reason: '', outcome } }
const EFFECTIVE_AT = addMinutes(SEND_AT, 3)
const cancelling: BookingEvent = {
  type: 'BookingCancellationStarted',
  data: {
    ...of,
    reason: 'other',
    outcome,
    guestRef: 'g1',
    message: '',
    effectiveAt: EFFECTIVE_AT,
    quoteHash: '',
  },
}
const moved: BookingEvent = {
  type: 'BookingAltered',
  data: {
    ...of,
    requestId: 'request',
    hostAccountId: 'account',
    code: stay.code,
    before: stay,
    after: {
      ...stay,
      checkIn: '2026-07-20',
      checkOut: '2026-07-24',
      snapshot: createSnapshot('2026-07-20T19:00:00.000Z', 4, 'moderate'),
    },
  },
}
const erased: BookingEvent = { type: 'GuestErased', data: { ...of, guestRef: 'g1', erasureId: 'e1' } }

describe('planning', () => {
  test('plans one message for each rule that chooses the stay, on the listing’s clock', () => {
    given(messagePlan).when(plan, system()).thenEvents(planned)
  })
  test('adds nothing when it is repeated, whatever has become of the message', () => {
    for (const history of [[], [skipped], [held], [sent]])
      given(messagePlan, planned, ...history)
        .when(plan, system())
        .thenNothing()
  })
  test.for<[string, Partial<typeof rule>]>([
    ['for longer stays', { minNights: 5 }],
    ['for other listings', { listingIds: ['other'] }],
    ['whose time came before it was there', { since: addHours(SEND_AT, 1) }],
  ])('plans nothing by a rule %s', ([, part]) =>
    given(messagePlan)
      .when(plan, system(planFacts([confirmed], { rules: [{ ...rule, ...part }] })))
      .thenNothing(),
  )
  test('plans nothing that makes no more sense', () =>
    given(messagePlan).when(plan, system(planFacts(), CHECK_IN_AT)).thenNothing())
  test('plans a message whose time has come while it still makes sense', () =>
    given(messagePlan)
      .when(plan, system(planFacts(), addHours(SEND_AT, 5)))
      .thenEvents(planned))
  test('moves a message with its stay', () =>
    given(messagePlan, planned)
      .when(plan, system(planFacts([confirmed, moved])))
      .thenEvents({
        type: 'PlannedMessageChanged',
        data: {
          ...one,
          ...timing,
          sendAt: '2026-07-17T14:00:00.000Z',
          goodUntil: '2026-07-20T19:00:00.000Z',
        },
      }))
  test('plans a message again for the conversation about the home that its stay moved to', () => {
    const there = deriveThreadId('there', 'g1')
    const elsewhere: BookingEvent = {
      type: 'BookingMoved',
      data: {
        bookingId: BOOKING,
        listingId: there,
        hostAccountId: 'account',
        code: stay.code,
        guestRef: 'g1',
        moveId: 'move',
        from: { listingId: LISTING, stay },
        to: stay,
        clock: 'scheduler',
        message: '',
      },
    }
    const facts = planFacts([confirmed, elsewhere])
    const ended = { ...one, listingId: there, reason: 'moved' }
    given(messagePlan, planned)
      .when(plan, system(facts))
      .thenEvents(
        { type: 'PlannedMessageEnded', data: ended },
        { type: 'MessagePlanned', data: { listingId: there, threadId: deriveThreadId(there, 'g1') } },
      )
    given(messagePlan, planned, skipped).when(plan, system(facts)).thenNothing()
  })
  test('never sends a message again that was sent before the stay moved', () =>
    given(messagePlan, planned, sent)
      .when(plan, system(planFacts([confirmed, moved])))
      .thenNothing())
  test('follows a rule that changes its time or its reply', () =>
    given(messagePlan, planned)
      .when(plan, system(planFacts([confirmed], { rules: [{ ...rule, time: '09:00', templateId: 't2' }] })))
      .thenEvents({
        type: 'PlannedMessageChanged',
        data: { ...one, ...timing, templateId: 't2', sendAt: addHours(SEND_AT, -1) },
      }))
  test('ends a message whose rule now counts from a time before it was changed', () =>
    given(messagePlan, planned)
      .when(
        plan,
        system(
          planFacts([confirmed], {
            rules: [{ ...rule, trigger: 'confirmed', time: null, since: addHours(CONFIRMED_AT, 1) }],
          }),
          addHours(CONFIRMED_AT, 1),
        ),
      )
      .thenEvents(ended('rule_ended')))
  test('ends the message of a rule that is off, but leaves a skipped one, so that it stays skipped', () => {
    const off = system(planFacts([confirmed], { rules: [] }))
    given(messagePlan, planned).when(plan, off).thenEvents(ended('rule_ended'))
    given(messagePlan, planned, held).when(plan, off).thenEvents(ended('rule_ended'))
    given(messagePlan, planned, skipped).when(plan, off).thenNothing()
    given(messagePlan, planned, ended('rule_ended')).when(plan, system()).thenEvents(planned)
  })
  test('ends with the stay, and waits while its cancellation can be undone', () => {
    const over = system(planFacts([confirmed, cancelled]))
    given(messagePlan, planned).when(plan, over).thenEvents(ended('stay_over'))
    given(messagePlan, planned, skipped).when(plan, over).thenEvents(ended('stay_over'))
    given(messagePlan, planned, sent).when(plan, over).thenNothing()
    given(messagePlan, planned)
      .when(plan, system(planFacts([confirmed, cancelling])))
      .thenNothing()
  })
  test('forgets what was written to a guest who is erased, once', () => {
    const gone = system(planFacts([confirmed, erased]))
    const event: MessagePlanEvent = {
      type: 'PlanGuestErased',
      data: { ...of, guestRef: 'g1', erasureId: 'e1' },
    }
    given(messagePlan, planned, edited('Hi')).when(plan, gone).thenEvents(event)
    given(messagePlan, planned, event).when(plan, gone).thenNothing()
    given(messagePlan).when(plan, gone).thenNothing()
  })
})

describe('sending at its time', () => {
  const due = (facts = planFacts(), now = SEND_AT) => system(facts, now)
  test('sends the text with the values of the stay, under the one id of the message', () =>
    given(messagePlan, planned)
      .when(release, due())
      .thenEvents({
        type: 'PlannedMessageSent',
        data: { ...one, guestRef: 'g1', body: 'Hello Ana', by: null },
      }))
  test('sends what was written for this stay in place of the reply', () =>
    given(messagePlan, planned, edited('Dear {{guestFirstName}}'))
      .when(release, due())
      .thenEvents({ type: 'PlannedMessageSent', data: { body: 'Dear Ana' } }))
  test('sends late while the message makes sense, and ends it afterwards', () => {
    given(messagePlan, planned)
      .when(release, due(planFacts(), addHours(SEND_AT, 40)))
      .thenEvents({ type: 'PlannedMessageSent' })
    given(messagePlan, planned).when(release, due(planFacts(), CHECK_IN_AT)).thenEvents(ended('too_late'))
    given(messagePlan, planned, held)
      .when(release, due(planFacts(), CHECK_IN_AT))
      .thenEvents(ended('too_late'))
  })
  test('does nothing before its time, twice, or once it was skipped or ended', () => {
    given(messagePlan, planned)
      .when(release, due(planFacts(), addMinutes(SEND_AT, -1)))
      .thenNothing()
    for (const event of [sent, skipped, held, ended('rule_ended')])
      given(messagePlan, planned, event).when(release, due()).thenNothing()
    given(messagePlan).when(release, due()).thenNothing()
  })
  test('holds a message whose values aren’t known, or whose reply was removed', () => {
    given(messagePlan, planned)
      .when(release, due(planFacts([confirmed], { values: {} })))
      .thenEvents({
        type: 'PlannedMessageHeld',
        data: { ...one, hold: { withoutReply: false, missing: ['guestFirstName'] } },
      })
    given(messagePlan, planned)
      .when(release, due(planFacts([confirmed], { bodies: new Map() })))
      .thenEvents({ type: 'PlannedMessageHeld', data: { hold: { withoutReply: true, missing: [] } } })
  })
  test('holds a message that its values make too long', () =>
    given(messagePlan, planned)
      .when(release, due(planFacts([confirmed], { values: { guestFirstName: 'a'.repeat(4_000) } })))
      .thenEvents({ type: 'PlannedMessageHeld', data: { hold: { withoutReply: false, missing: [] } } }))
  test('sends nothing for a stay that was cancelled, or by a rule that is off', () => {
    given(messagePlan, planned)
      .when(release, due(planFacts([confirmed, cancelled])))
      .thenEvents(ended('stay_over'))
    given(messagePlan, planned)
      .when(release, due(planFacts([confirmed], { rules: [] })))
      .thenEvents(ended('rule_ended'))
  })
  test('waits until it is certain whether the stay is cancelled', () => {
    given(messagePlan, planned)
      .when(release, due(planFacts([confirmed, cancelling])))
      .thenEvents({
        type: 'PlannedMessageChanged',
        data: { ...one, ...timing, sendAt: addMinutes(EFFECTIVE_AT, 5) },
      })
    const late = addHours(EFFECTIVE_AT, 1)
    given(messagePlan, planned)
      .when(release, due(planFacts([confirmed, cancelling]), late))
      .thenEvents({ type: 'PlannedMessageChanged', data: { sendAt: addMinutes(late, 5) } })
  })
  test('sends nothing to a guest who was erased', () =>
    given(messagePlan, planned)
      .when(release, due(planFacts([confirmed, erased])))
      .thenNothing())
})

describe('sending early', () => {
  test('sends what is planned, held or skipped, by a person', () => {
    for (const history of [[], [held], [skipped]])
      given(messagePlan, planned, ...history)
        .when(send, host())
        .thenEvents({ type: 'PlannedMessageSent', data: { ...one, body: 'Hello Ana', by: OWNER.id } })
  })
  test('happens once', () => given(messagePlan, planned, sent).when(send, host()).thenNothing())
  test('names the values that aren’t known', () =>
    given(messagePlan, planned)
      .when(send, host(planFacts([confirmed], { values: {} })))
      .thenRefused('PRECONDITION_FAILED', { rule: 'missing_values', missing: ['guestFirstName'] }))
  test('is refused for a stay that is cancelled or may be, and for a message that ended', () => {
    for (const event of [cancelled, cancelling])
      given(messagePlan, planned)
        .when(send, host(planFacts([confirmed, event])))
        .thenRefused('INVALID_TRANSITION')
    given(messagePlan, planned, ended('rule_ended')).when(send, host()).thenRefused('INVALID_TRANSITION')
  })
})

describe('skipping and editing', () => {
  test('skips once, which can be undone until it would make no more sense', () => {
    given(messagePlan, planned).when(skip, host()).thenEvents(skipped)
    given(messagePlan, planned, skipped).when(skip, host()).thenNothing()
    given(messagePlan, planned, skipped)
      .when(restore, host())
      .thenEvents({ type: 'PlannedMessageRestored', data: { ...one, sendAt: SEND_AT } })
    given(messagePlan, planned).when(restore, host()).thenNothing()
  })
  test('keeps a skipped message skipped when its stay moves', () =>
    given(messagePlan, planned, skipped, {
      type: 'PlannedMessageChanged',
      data: { ...one, ...timing, sendAt: addHours(SEND_AT, 1) },
    })
      .when(release, system(planFacts(), addHours(SEND_AT, 2)))
      .thenNothing())
  test('records another text for this stay, once', () => {
    given(messagePlan, planned).when(edit('Dear Ana'), host()).thenEvents(edited('Dear Ana'))
    given(messagePlan, planned, edited('Dear Ana')).when(edit('Dear Ana'), host()).thenNothing()
  })
  test('refuses what was sent, and messages that don’t exist', () => {
    for (const command of [skip, edit('Dear Ana')]) {
      given(messagePlan, planned, sent).when(command, host()).thenRefused('INVALID_TRANSITION')
      given(messagePlan).when(command, host()).thenRefused('NOT_FOUND')
    }
    given(messagePlan).when(send, host()).thenRefused('NOT_FOUND')
    given(messagePlan).when(restore, host()).thenRefused('NOT_FOUND')
  })
})
