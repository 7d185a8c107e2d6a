import { answerEvidenceBy } from '../booking/disruptionMessages.ts'
import type { BookingEvent } from '../booking/messages.ts'
import { withoutTexts } from '../kernel/accountTexts.ts'
import { humanCode } from '../kernel/ids.ts'
import { formatStream, idOfStream } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import { zDisruptionEvidenceRow, type DisruptionEvidenceRow } from './evidence.ts'
import type { DisruptionEvent } from './messages.ts'
import { zDisruptionRow, type DisruptionRow } from './resource.ts'

/** One row for each declared event. */
export const disruptionProjection = defineProjection<DisruptionRow>({
  name: 'disruption',
  version: 1,
  row: zDisruptionRow,
  streams: ({ id }) => [formatStream('disruption', id)],
  categories: ['disruption'],
  keys: ({ stream }) => [idOfStream(stream)],
  fold: foldBy<DisruptionRow, DisruptionEvent>({
    DisruptionDeclared: (_row, event) => {
      const { disruptionId: id, by: declaredBy, ...declaration } = event.data
      return {
        id,
        state: 'declared',
        ...declaration,
        declaredBy,
        declaredAt: occurredAtOf(event),
        decidedBy: null,
        decidedAt: null,
        rejectedReason: null,
      }
    },
    DisruptionApproved: (row, event) =>
      row && { ...row, state: 'approved', decidedBy: event.data.by, decidedAt: occurredAtOf(event) },
    DisruptionRejected: (row, event) =>
      row && {
        ...row,
        state: 'rejected',
        decidedBy: event.data.by,
        decidedAt: occurredAtOf(event),
        rejectedReason: event.data.reason,
      },
    DisruptionApplied: (row) => row && { ...row, state: 'applied' },
  }),
})

/** One row for each stay about which its host sent evidence. */
export const disruptionEvidenceProjection = defineProjection<DisruptionEvidenceRow>({
  name: 'disruption_evidence',
  version: 2,
  row: zDisruptionEvidenceRow,
  streams: ({ id }) => [formatStream('booking', id)],
  categories: ['booking'],
  keys: ({ stream }) => [idOfStream(stream)],
  personal: ['text', 'answer'],
  eraseTexts: withoutTexts('text', 'answer'),
  fold: foldBy<DisruptionEvidenceRow, BookingEvent>({
    DisruptionEvidenceSent: (_row, event) => {
      const { bookingId: id, by: sentBy, ...sent } = event.data
      const sentAt = occurredAtOf(event)
      return {
        id,
        ...sent,
        sentBy,
        sentAt,
        code: humanCode('HB', id),
        state: 'sent',
        answerBy: answerEvidenceBy(sentAt),
        takenBy: null,
        answer: null,
        answeredAt: null,
      }
    },
    DisruptionEvidenceTaken: (row, { data }) => row && { ...row, takenBy: data.by },
    DisruptionEvidenceAnswered: (row, event) =>
      row && {
        ...row,
        state: 'answered',
        answer: event.data.answer,
        answeredAt: occurredAtOf(event),
      },
    BookingMoved: (row, { data }) => row && { ...row, listingId: data.listingId },
  }),
})
