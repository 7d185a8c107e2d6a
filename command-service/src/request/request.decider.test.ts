import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { domain } from '@hearth/contracts'
import { addHours } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import {
  isUnanswered,
  nextStatus,
  REQUEST_STEPS,
  type guestCommands,
  type RequestCommand,
  type RequestEvent,
  type RequestStatus,
} from '@hearth/contracts/request'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ADMIN,
  createContext,
  given,
  NOW,
  OWNER,
  SCHEDULER,
  stateAfter,
  type Situation,
} from '../testing/given.ts'
import { request } from './request.decider.ts'
import type { RequestFacts } from './request.facts.ts'

const LISTING = '5b1f7a34-2f0c-5c1e-9d0a-6c7d1f0e4a11'
const FILE = '7d2e8b63-2e1f-5d4c-9f5b-3c8e2d1f6044'
const ID = '6c1f9a52-1d0e-5c3b-8e4a-2b7d1c0e5f33'
const { body: terms } = FIRST_POLICIES.request
const facts: RequestFacts = {
  listing: { hostAccountId: 'tenant', currency: 'USD' },
  terms,
  policy: 'request@1',
  unknown: [],
  emergency: { agreementId: 'agreement', limitMinor: 50_000 },
  stay: null,
  alteration: null,
  countered: null,
  refunded: null,
  booking: 'none',
  preview: { ok: false, reason: 'invalid' },
  movedBy: 'Ada',
}
const byOwner = { id: ID, facts }
const byStaff = { ...byOwner, actor: ADMIN }
const byClock = { ...byOwner, actor: SCHEDULER }
const slot = { startsAt: '2026-06-15T09:00:00.000Z', endsAt: '2026-06-15T11:00:00.000Z' }

const { commands } = domain.request
type GuestCommand = keyof typeof guestCommands
type Type = Exclude<RequestCommand['type'], GuestCommand>
/** What each command says; those of guests have tests of their own. */
const DATA: { readonly [T in Type]: OfType<RequestCommand, T>['data'] } = {
  RequestService: commands.RequestService.schema.parse({
    listingId: LISTING,
    subject: 'The tap drips',
    type: 'maintenance',
    urgency: 'high',
  }),
  AcknowledgeService: {},
  ScheduleService: { startsAt: slot.startsAt, minutes: 120, vendor: 'Hudson Plumbing' },
  StartService: {},
  CompleteService: { summary: 'The washer was replaced.', fileIds: [FILE], actualCostMinor: 8_500 },
  CloseService: {},
  ReopenService: { why: 'It drips again since today.' },
  CloseCompletedService: { closesAt: addHours(NOW, 168) },
  RequestExpenseApproval: commands.RequestExpenseApproval.schema.parse({
    listingId: LISTING,
    subject: 'A new boiler',
    estimateMinor: 40_000,
    ifNotDone: 'There is no hot water.',
  }),
  ApproveExpense: { capMinor: 40_000 },
  DeclineExpense: { reason: 'My own plumber does it.' },
  RemindOfRequest: { dueAt: addHours(NOW, 72), hoursLeft: 24 },
  EscalateExpense: { dueAt: addHours(NOW, 72) },
  RecordExpense: { actualMinor: 44_000, invoiceFileId: FILE },
  WithdrawRequest: {},
}
const send = <T extends Type>(type: T, change: object = {}) =>
  ({ type, data: { ...DATA[type], ...change } }) as RequestCommand

type Happened = RequestEvent & Readonly<{ at: string }>

const decideOn = (
  history: readonly Happened[],
  { type, data }: RequestCommand,
  situation: Situation<RequestFacts>,
) => request.decide[type](data as never, stateAfter(request, history), createContext(situation))

/** The events of a sequence of commands by staff; each must be accepted. The clock comes late. */
const after = (...types: readonly Type[]): readonly Happened[] =>
  types.reduce<readonly Happened[]>((history, type) => {
    const late = type === 'CloseCompletedService' || type === 'EscalateExpense'
    const now = late ? addHours(NOW, 168) : NOW
    const decision = decideOn(history, send(type), { ...byStaff, now })
    if (!decision.ok) throw new Error(`${type}: ${decision.detail}`)
    return [...history, ...decision.events.map((event) => ({ ...event, at: now }))]
  }, [])

const completed = after('RequestService', 'AcknowledgeService', 'StartService', 'CompleteService')

describe('a service request', () => {
  test('is opened with a code, and an instant by which it is acknowledged', () => {
    given(request)
      .when(send('RequestService'), byOwner)
      .thenEvents({
        type: 'ServiceRequested',
        data: { code: expect.stringMatching(/^RQ-[0-9A-Z]{8}$/), acknowledgeBy: addHours(NOW, 8) },
      })
    given(request)
      .when(send('RequestService', { urgency: 'emergency' }), byOwner)
      .thenEvents({ type: 'ServiceRequested', data: { acknowledgeBy: addHours(NOW, 1) } })
  })
  test('records whether it was acknowledged in time; the instant itself is late', () => {
    for (const [hours, inTime] of [
      [7.99, true],
      [8, false],
    ] as const)
      given(request, ...after('RequestService'))
        .when(send('AcknowledgeService'), { ...byStaff, now: addHours(NOW, hours) })
        .thenEvents({ type: 'ServiceAcknowledged', data: { inTime, by: ADMIN.id } })
  })
  test('names only files and stays of its listing, and times that have not passed', () => {
    const unknown = [{ pointer: '/fileIds/0', detail: 'isn’t a file that was uploaded for this listing' }]
    given(request)
      .when(send('RequestService'), { ...byOwner, facts: { ...facts, unknown } })
      .thenRefused('VALIDATION_FAILED', { errors: unknown })
    given(request)
      .when(send('RequestService', { preferredSlots: [slot] }), { ...byOwner, now: slot.endsAt })
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/preferredSlots/0' }] })
    given(request, ...after('RequestService', 'AcknowledgeService'))
      .when(send('ScheduleService'), { ...byStaff, now: slot.startsAt })
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/startsAt' }] })
    given(request, ...after('RequestService', 'AcknowledgeService'))
      .when(send('ScheduleService'), byStaff)
      .thenEvents({ type: 'ServiceScheduled', data: { slot } })
    given(request)
      .when(send('RequestService'), { ...byOwner, facts: { ...facts, listing: null } })
      .thenRefused('NOT_FOUND')
  })
  test('is closed automatically 7 days after its completion, not before, and not after it was reopened', () => {
    const close = send('CloseCompletedService')
    given(request, ...completed)
      .when(close, { ...byClock, now: addHours(NOW, 167) })
      .thenRefused('PRECONDITION_FAILED', { rule: 'not_due' })
    given(request, ...completed)
      .when(close, { ...byClock, now: addHours(NOW, 168) })
      .thenEvents({ type: 'ServiceClosed', data: { auto: true } })
    given(
      request,
      ...after('RequestService', 'AcknowledgeService', 'StartService', 'CompleteService', 'ReopenService'),
    )
      .when(close, { ...byClock, now: addHours(NOW, 168) })
      .thenNothing()
  })
  test('can be reopened until then, also after the host closed it', () => {
    const closed = after(
      'RequestService',
      'AcknowledgeService',
      'StartService',
      'CompleteService',
      'CloseService',
    )
    for (const history of [completed, closed]) {
      given(request, ...history)
        .when(send('ReopenService'), { ...byOwner, now: addHours(NOW, 167.9) })
        .thenEvents({ type: 'ServiceReopened' })
      given(request, ...history)
        .when(send('ReopenService'), { ...byOwner, now: addHours(NOW, 168) })
        .thenRefused('WINDOW_CLOSED', { rule: 'reopen', closedAt: addHours(NOW, 168) })
    }
  })
})

describe('a request to approve an expense', () => {
  const open = after('RequestExpenseApproval')
  test('waits 72 hours for the host', () =>
    given(request)
      .when(send('RequestExpenseApproval'), byStaff)
      .thenEvents({
        type: 'ExpenseApprovalRequested',
        data: { currency: 'USD', dueAt: addHours(NOW, 72), estimateMinor: 40_000 },
      }))
  test('keeps the hours of its reminders from the policy in force', () => {
    const reminderHoursLeft = { ...terms.reminderHoursLeft, expense: [48, 6] }
    given(request)
      .when(send('RequestExpenseApproval'), {
        ...byStaff,
        facts: { ...facts, terms: { ...terms, reminderHoursLeft } },
      })
      .thenEvents({ type: 'ExpenseApprovalRequested', data: { reminderHoursLeft: [48, 6] } })
  })
  test.for([
    ['within the agreement’s limit', 50_000, facts.emergency, true],
    ['above the limit', 50_001, facts.emergency, false],
    ['without an agreement in force', 100, null, false],
  ] as const)('as an emergency %s', ([, estimateMinor, emergency, isApproved]) => {
    given(request)
      .when(send('RequestExpenseApproval', { emergency: true, estimateMinor }), {
        ...byStaff,
        facts: { ...facts, emergency },
      })
      .thenEvents(
        { type: 'ExpenseApprovalRequested' },
        ...(isApproved
          ? [
              {
                type: 'ExpenseAutoApprovedEmergency',
                data: { spendableMinor: 50_000, limitMinor: 50_000, agreementId: 'agreement' },
              } as const,
            ]
          : []),
      )
  })
  test('is never approved by time: it is escalated, and the host still decides', () => {
    given(request, ...open)
      .when(send('EscalateExpense'), { ...byClock, now: addHours(NOW, 71) })
      .thenRefused('PRECONDITION_FAILED', { rule: 'not_due' })
    given(request, ...open)
      .when(send('EscalateExpense'), { ...byClock, now: addHours(NOW, 72) })
      .thenEvents({ type: 'ExpenseEscalated' })
    given(request, ...after('RequestExpenseApproval', 'EscalateExpense'))
      .when(send('ApproveExpense'), { ...byOwner, now: addHours(NOW, 200) })
      .thenEvents({ type: 'ExpenseApproved', data: { by: OWNER.id } })
    given(request, ...after('RequestExpenseApproval', 'ApproveExpense'))
      .when(send('EscalateExpense'), { ...byClock, now: addHours(NOW, 72) })
      .thenNothing()
  })
  test('reminds the host 24 hours before its deadline, once, and not after an answer', () => {
    const remind = (history: readonly Happened[], hours: number) =>
      given(request, ...history).when(send('RemindOfRequest'), { ...byClock, now: addHours(NOW, hours) })
    remind(open, 47).thenRefused('PRECONDITION_FAILED', { rule: 'not_due' })
    const reminded = remind(open, 48).thenEvents({ type: 'RequestReminderDue', data: { hoursLeft: 24 } })
    if (reminded?.ok !== true) throw new Error('The reminder is refused')
    const due = reminded.events.map((event) => ({ ...(event as RequestEvent), at: addHours(NOW, 48) }))
    remind([...open, ...due], 49).thenNothing()
    remind(open, 72).thenNothing()
    remind(after('RequestExpenseApproval', 'ApproveExpense'), 48).thenNothing()
  })
  test('is approved up to its estimate, and may cost a tenth more', () => {
    given(request, ...open)
      .when(send('ApproveExpense', { capMinor: 40_001 }), byOwner)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/capMinor' }] })
    given(request, ...open)
      .when(send('ApproveExpense', { capMinor: 30_000 }), byOwner)
      .thenEvents({ type: 'ExpenseApproved', data: { capMinor: 30_000, spendableMinor: 33_000 } })
    const approved = after('RequestExpenseApproval', 'ApproveExpense')
    given(request, ...approved)
      .when(send('RecordExpense', { actualMinor: 44_001 }), byStaff)
      .thenRefused('LIMIT_EXCEEDED', { rule: 'approved_amount', limit: 44_000 })
    given(request, ...approved)
      .when(send('RecordExpense'), byStaff)
      .thenEvents({ type: 'ExpenseIncurred', data: { actualMinor: 44_000, currency: 'USD' } })
  })
  test('is withdrawn by Hearth only', () => {
    given(request, ...open)
      .when(send('WithdrawRequest'), byOwner)
      .thenRefused('FORBIDDEN')
    given(request, ...open)
      .when(send('WithdrawRequest'), byStaff)
      .thenEvents({ type: 'RequestWithdrawn' })
  })
  test('says who decided, what and when, to the one who is second', () =>
    given(request, ...after('RequestExpenseApproval', 'ApproveExpense'))
      .when(send('DeclineExpense'), { ...byOwner, now: addHours(NOW, 1) })
      .thenRefused(
        'ALREADY_DECIDED',
        { requestStatus: 'approved', decidedBy: ADMIN.id, decidedByName: 'Ada', decidedAt: NOW },
        { detail: 'Ada approved this on 2026-06-12 at 13:42 UTC.' },
      ))
})

test('every status of every kind can be reached, and no step leads out of its table', () => {
  for (const steps of Object.values(REQUEST_STEPS)) {
    const first = Object.keys(steps).filter((status) => isUnanswered(status as RequestStatus))
    const reached = new Set([...first, ...Object.values(steps).flatMap((next) => Object.values(next))])
    expect([...reached].toSorted()).toEqual(Object.keys(steps).toSorted())
  }
})

const OPENINGS = { service: 'RequestService', expense_approval: 'RequestExpenseApproval' } as const
const TYPES = Object.keys(DATA) as (keyof typeof DATA)[]
const stories = fc.array(
  fc.record({
    type: fc.constantFrom(...TYPES),
    actor: fc.constantFrom(OWNER, ADMIN),
    hours: fc.constantFrom(0, 0, 0, 1, 80, 168),
  }),
  { minLength: 1, maxLength: 12, size: 'max' },
)

test('from every state, every command follows the table or is refused with a reason', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(fc.constantFrom('service', 'expense_approval'), stories, (kind, story) => {
      let history = after(OPENINGS[kind])
      let now = NOW
      for (const { type, actor, hours } of story) {
        now = addHours(now, hours)
        const before = stateAfter(request, history)
        const decision = decideOn(history, send(type), { ...byOwner, actor, now })
        if (!decision.ok) {
          expect(decision.detail.length).toBeGreaterThan(10)
          continue
        }
        history = [...history, ...decision.events.map((event) => ({ ...event, at: now }))]
        const next = stateAfter(request, history)
        if (before.kind === 'none' || next.kind === 'none') throw new Error('The request is gone')
        // What the clock sends too late changes nothing.
        expect(next.status).toBe(
          decision.events.length === 0 ? before.status : nextStatus(kind, before.status, type),
        )
        seen.add(`${before.status} → ${next.status}`)
      }
    }),
    { numRuns: 500 },
  )
  expect(seen.size).toBeGreaterThan(12)
})
