import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { deriveId, zId, type Id } from '../kernel/ids.ts'
import { OF_ACCOUNT, defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zCurrency, zMinorAmount } from '../kernel/money.ts'
import { zLine, zText } from '../kernel/text.ts'
import { zSlot } from '../photoshoot/photoshoot.ts'
import { FIRST_REMINDER_HOURS_LEFT } from '../policy/terms.ts'
import { guestCommands, guestEvents } from './guestMessages.ts'
import {
  MAX_BIDS,
  MAX_PREFERRED_SLOTS,
  zBid,
  zCost,
  zRequestFiles,
  zServiceType,
  zUrgency,
} from './request.ts'
import { reminders, withReminders } from './rules/reminders.ts'

const of = { requestId: z.string(), listingId: z.string() }
/** What each request begins with. `code` is what people read and type, such as `RQ-7K2M9QXD`. */
const opened = {
  ...of,
  hostAccountId: z.string(),
  code: z.string(),
  bookingId: z.string().nullable(),
  openedBy: z.string(),
  subject: z.string(),
  body: z.string(),
  fileIds: z.array(z.string()),
}
/** Who did it: the actor's id. */
const by = { by: z.string() }
const texts = { subject: OF_ACCOUNT, body: OF_ACCOUNT }

/** What each command that opens a request says. */
const opening = {
  listingId: zId,
  bookingId: zId.nullable().default(null),
  subject: zLine(3, 120),
  body: zText(0, 4_000).default(''),
  fileIds: zRequestFiles,
}
const zWindow = zSlot.refine(({ startsAt, endsAt }) => startsAt < endsAt, {
  path: ['endsAt'],
  message: 'must be after startsAt',
})

const on = (verb: string) => ({ collection: 'requests', verb }) as const
const creates = { by: 'creation', account: 'caller', listing: { field: 'listingId' } } as const
const byHost = { capability: 'request.service', ifMatch: 'optional' } as const
const byStaff = { capability: 'request.work', ifMatch: 'optional' } as const
const expense = { capability: 'request.approve-expense', ifMatch: 'optional' } as const
const clock = { capability: 'request.clock', ifMatch: 'none' } as const

const ALTERATION_OPENINGS: readonly string[] = ['RequestAlteration', 'OfferAlteration', 'OpenCounterOffer']

/** The alteration of a booking that comes after this one; null for the first. */
export const deriveAlterationId = (tenantId: Id, bookingId: Id, after: Id | null): Id =>
  deriveId('alteration', tenantId, bookingId, after ?? '')

/**
 * A question that waits for someone's answer, from its opening to its end (docs/domain/request.md). Each kind
 * has its own states: `REQUEST_STEPS`.
 */
export const request = defineAggregate({
  category: 'request',
  /**
   * A booking request has the id that its booking will have; its nights are claimed under it. An alteration has
   * the id that follows from the one before it, so that a booking has one open alteration at most.
   */
  identify: (tenantId, type, { source, externalRef, bookingId, after }, key) => {
    if (type === 'RequestBooking')
      return deriveId(
        'booking',
        tenantId,
        String(source),
        typeof externalRef === 'string' ? externalRef : key,
      )
    return ALTERATION_OPENINGS.includes(type)
      ? deriveAlterationId(tenantId, String(bookingId), typeof after === 'string' ? after : null)
      : deriveId('request', tenantId, key)
  },
  events: {
    ...guestEvents,
    /** Staff acknowledge it before `acknowledgeBy`. */
    ServiceRequested: {
      version: 1,
      schema: z.strictObject({
        ...opened,
        type: zServiceType,
        urgency: zUrgency,
        preferredSlots: z.array(zSlot),
        acknowledgeBy: zInstant,
      }),
      personal: texts,
    },
    ServiceAcknowledged: {
      version: 1,
      schema: z.strictObject({ ...of, ...by, inTime: z.boolean() }),
    },
    /** Also when it is moved to another time. */
    ServiceScheduled: {
      version: 1,
      schema: z.strictObject({ ...of, ...by, slot: zSlot, vendor: z.string().nullable() }),
      personal: { vendor: OF_ACCOUNT },
    },
    ServiceStarted: { version: 1, schema: z.strictObject({ ...of, ...by }) },
    /** It closes by itself at `closesAt`, unless it is closed or reopened before. */
    ServiceCompleted: {
      version: 1,
      schema: z.strictObject({
        ...of,
        ...by,
        summary: z.string(),
        fileIds: z.array(z.string()),
        actualCostMinor: zMinorAmount.nullable(),
        currency: zCurrency,
        closesAt: zInstant,
      }),
      personal: { summary: OF_ACCOUNT },
    },
    ServiceClosed: { version: 1, schema: z.strictObject({ ...of, ...by, auto: z.boolean() }) },
    ServiceReopened: {
      version: 1,
      schema: z.strictObject({ ...of, ...by, why: z.string(), acknowledgeBy: zInstant }),
      personal: { why: OF_ACCOUNT },
    },
    /** The host answers before `dueAt`; then staff call. */
    ExpenseApprovalRequested: {
      version: 2,
      schema: z.strictObject({
        ...opened,
        /** The service request that the work is for. */
        serviceRequestId: z.string().nullable(),
        estimateMinor: zMinorAmount,
        currency: zCurrency,
        bids: z.array(z.strictObject({ vendor: z.string(), amountMinor: zMinorAmount })),
        ifNotDone: z.string(),
        emergency: z.boolean(),
        dueAt: zInstant,
        ...reminders,
      }),
      upcast: { 1: withReminders(FIRST_REMINDER_HOURS_LEFT.expense) },
      personal: { ...texts, 'bids.vendor': OF_ACCOUNT, ifNotDone: OF_ACCOUNT },
    },
    /**
     * An emergency within the agreement's limit begins without the host's answer; `spendableMinor` is all that
     * it may cost.
     */
    ExpenseAutoApprovedEmergency: {
      version: 1,
      schema: z.strictObject({
        ...of,
        capMinor: zMinorAmount,
        spendableMinor: zMinorAmount,
        limitMinor: zMinorAmount,
        agreementId: z.string(),
      }),
    },
    /** `spendableMinor`: the cap with what the policy lets it overrun. */
    ExpenseApproved: {
      version: 1,
      schema: z.strictObject({ ...of, ...by, capMinor: zMinorAmount, spendableMinor: zMinorAmount }),
    },
    ExpenseDeclined: {
      version: 1,
      schema: z.strictObject({ ...of, ...by, reason: z.string() }),
      personal: { reason: OF_ACCOUNT },
    },
    /** The host has not answered in time: staff call. Nothing is approved by it. */
    ExpenseEscalated: { version: 1, schema: z.strictObject(of) },
    ExpenseIncurred: {
      version: 1,
      schema: z.strictObject({
        ...of,
        ...by,
        actualMinor: zMinorAmount,
        currency: zCurrency,
        invoiceFileId: z.string(),
      }),
    },
    /** The host has this long left to answer. */
    RequestReminderDue: {
      version: 1,
      schema: z.strictObject({ ...of, dueAt: zInstant, hoursLeft: z.int().min(1) }),
    },
    /** By the side that opened it. */
    RequestWithdrawn: { version: 1, schema: z.strictObject({ ...of, ...by }) },
  },
  commands: {
    ...guestCommands,
    RequestService: {
      ...byHost,
      ifMatch: 'none',
      schema: z.strictObject({
        ...opening,
        type: zServiceType,
        urgency: zUrgency,
        preferredSlots: z.array(zWindow).max(MAX_PREFERRED_SLOTS).default([]),
      }),
      stream: creates,
      route: { collection: 'service-requests' },
    },
    AcknowledgeService: { ...byStaff, schema: z.strictObject({}), route: on('acknowledge') },
    /** In the future; a scheduled one moves. */
    ScheduleService: {
      ...byStaff,
      schema: z.strictObject({
        startsAt: zInstant,
        minutes: z.int().min(15).max(1_440),
        vendor: zLine(1, 80).nullable().default(null),
      }),
      route: on('schedule'),
    },
    StartService: { ...byStaff, schema: z.strictObject({}), route: on('start') },
    CompleteService: {
      ...byStaff,
      schema: z.strictObject({
        summary: zText(3, 2_000),
        fileIds: zRequestFiles,
        actualCostMinor: zCost.nullable().default(null),
      }),
      route: on('complete'),
    },
    /** The host is content with it. */
    CloseService: { ...byHost, schema: z.strictObject({}), route: on('close') },
    /** WINDOW_CLOSED once the time to reopen it is over. */
    ReopenService: { ...byHost, schema: z.strictObject({ why: zText(10, 500) }), route: on('reopen') },
    CloseCompletedService: { ...clock, schema: z.strictObject({ closesAt: zInstant }) },
    RequestExpenseApproval: {
      capability: 'request.expense',
      ifMatch: 'none',
      schema: z.strictObject({
        ...opening,
        serviceRequestId: zId.nullable().default(null),
        estimateMinor: zCost,
        bids: z.array(zBid).max(MAX_BIDS).default([]),
        ifNotDone: zText(10, 1_000),
        emergency: z.boolean().default(false),
      }),
      stream: creates,
      route: { collection: 'expense-requests' },
    },
    /** `capMinor` is at most the estimate. */
    ApproveExpense: { ...expense, schema: z.strictObject({ capMinor: zCost }), route: on('approve-expense') },
    DeclineExpense: {
      ...expense,
      schema: z.strictObject({ reason: zText(10, 500) }),
      route: on('decline-expense'),
    },
    RemindOfRequest: {
      ...clock,
      schema: z.strictObject({ dueAt: zInstant, hoursLeft: z.int().min(1) }),
    },
    EscalateExpense: { ...clock, schema: z.strictObject({ dueAt: zInstant }) },
    /** LIMIT_EXCEEDED where it cost more than was approved allows: ask for another approval. */
    RecordExpense: {
      capability: 'request.expense',
      ifMatch: 'optional',
      schema: z.strictObject({ actualMinor: zCost, invoiceFileId: zId }),
      route: on('record-expense'),
    },
    WithdrawRequest: {
      capability: 'request.withdraw',
      ifMatch: 'optional',
      schema: z.strictObject({}),
      route: on('withdraw'),
    },
  },
})
export type RequestEvent = EventsOf<typeof request>
export type RequestCommand = CommandsOf<typeof request>
