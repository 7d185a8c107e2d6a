import { formatStream, idOfStream } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import type { MessagePlanEvent } from './messages.ts'
import { zMessagePlanRow, type MessagePlanRow, type PlannedMessage } from './resource.ts'

type Row = MessagePlanRow

const change = (
  row: Row | undefined,
  planId: string,
  part: Partial<PlannedMessage>,
  changedAt: string,
): Row | undefined =>
  row && {
    ...row,
    messages: row.messages.map((one) => (one.planId === planId ? { ...one, ...part } : one)),
    changedAt,
  }

/** Replaces the message that ended, or adds it. */
const put = (messages: readonly PlannedMessage[], message: PlannedMessage): PlannedMessage[] =>
  messages.some(({ planId }) => planId === message.planId)
    ? messages.map((one) => (one.planId === message.planId ? message : one))
    : [...messages, message]

/** One row for each stay with planned messages. Texts stay sealed, so that they end with the guest’s key. */
export const messagePlanProjection = defineProjection<Row>({
  name: 'message_plan',
  version: 1,
  row: zMessagePlanRow,
  // The query service opens the texts.
  sealed: ['PlannedMessageEdited', 'PlannedMessageSent'],
  personal: ['texts'],
  streams: ({ id }) => [formatStream('messagePlan', id)],
  categories: ['messagePlan'],
  keys: ({ stream }) => [idOfStream(stream)],
  fold: foldBy<Row, MessagePlanEvent>({
    MessagePlanned: (row, event) => {
      const { bookingId: id, hostAccountId, listingId, threadId, timezone, ...planned } = event.data
      const { planId, ruleId, templateId, trigger, sendAt, goodUntil } = planned
      const message: PlannedMessage = {
        planId,
        ruleId,
        templateId,
        trigger,
        sendAt,
        goodUntil,
        state: 'planned',
        hold: null,
        reason: null,
      }
      const messages = put(row?.messages ?? [], message)
      const texts = row?.texts ?? []
      return {
        id,
        hostAccountId,
        listingId,
        threadId,
        timezone,
        messages,
        texts,
        changedAt: occurredAtOf(event),
      }
    },
    PlannedMessageChanged: (row, event) => {
      const { planId, templateId, trigger, sendAt, goodUntil } = event.data
      const before = row?.messages.find((one) => one.planId === planId)
      const state = before?.state === 'skipped' ? 'skipped' : 'planned'
      const part = { templateId, trigger, sendAt, goodUntil, state, hold: null } as const
      return change(row, planId, part, occurredAtOf(event))
    },
    PlannedMessageEdited: (row, event) => {
      const { planId, body } = event.data
      const texts = row?.texts.filter((text) => text.planId !== planId) ?? []
      return row && { ...row, texts: [...texts, { planId, body }], changedAt: occurredAtOf(event) }
    },
    PlannedMessageSkipped: (row, event) =>
      change(row, event.data.planId, { state: 'skipped', hold: null }, occurredAtOf(event)),
    PlannedMessageRestored: (row, event) =>
      change(row, event.data.planId, { state: 'planned' }, occurredAtOf(event)),
    PlannedMessageHeld: (row, event) => {
      const { planId, hold } = event.data
      return change(row, planId, { state: 'held', hold }, occurredAtOf(event))
    },
    PlannedMessageSent: (row, event) =>
      change(row, event.data.planId, { state: 'sent', hold: null }, occurredAtOf(event)),
    PlannedMessageEnded: (row, event) => {
      const { planId, reason } = event.data
      return change(row, planId, { state: 'ended', hold: null, reason }, occurredAtOf(event))
    },
    PlanGuestErased: (row, event) =>
      row && {
        ...row,
        messages: row.messages.map((one) =>
          one.state === 'sent' ? one : { ...one, state: 'ended', hold: null, reason: 'stay_over' },
        ),
        texts: [],
        changedAt: occurredAtOf(event),
      },
  }),
})
