import { z } from 'zod'
import { addHours, zLocalDate, type Instant } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { OF_ACCOUNT } from '../kernel/message.ts'
import { zText } from '../kernel/text.ts'
import { zRequestFiles } from '../request/request.ts'

const EVIDENCE_HOURS = 7 * 24
const ANSWER_HOURS = 72

/** When the host's time to send evidence ends; exclusive (docs/domain/disruption.md#evidence). */
export const evidenceUntil = (coveredAt: Instant): Instant => addHours(coveredAt, EVIDENCE_HOURS)

/** By when Hearth answers what a host sent; exclusive (docs/domain/disruption.md#evidence). */
export const answerEvidenceBy = (sentAt: Instant): Instant => addHours(sentAt, ANSWER_HOURS)

/** The declared event that covers a stay; its nights are `[start, end)` (docs/domain/disruption.md). */
export const zDisruption = z.strictObject({
  disruptionId: z.string(),
  title: z.string(),
  start: zLocalDate,
  end: zLocalDate,
})
export type Disruption = z.infer<typeof zDisruption>

const of = { bookingId: z.string(), listingId: z.string() }

export const disruptionEvents = {
  /** Until check-in either side can cancel without cost. The guest was notified before. */
  BookingDisrupted: {
    version: 1,
    schema: z.strictObject({ ...of, disruption: zDisruption }),
  },
  /** What the host says and shows to prove that the home isn’t affected. */
  DisruptionEvidenceSent: {
    version: 1,
    schema: z.strictObject({
      ...of,
      disruptionId: z.string(),
      text: z.string(),
      fileIds: z.array(z.string()),
      by: z.string(),
    }),
    personal: { text: OF_ACCOUNT },
  },
  /** A member of staff works on the answer, or has taken it over from another. */
  DisruptionEvidenceTaken: { version: 1, schema: z.strictObject({ ...of, by: z.string() }) },
  DisruptionEvidenceAnswered: {
    version: 1,
    schema: z.strictObject({ ...of, answer: z.string(), by: z.string() }),
    personal: { answer: OF_ACCOUNT },
  },
} as const

export const disruptionCommands = {
  /** Changes nothing for a stay that the event doesn’t cover. */
  RecordDisruption: {
    schema: z.strictObject({ disruptionId: zId }),
    capability: 'booking.clock',
    ifMatch: 'none',
  },
  /** WINDOW_CLOSED once the host’s time to send it is over. */
  SendDisruptionEvidence: {
    schema: z.strictObject({ text: zText(20, 2_000), fileIds: zRequestFiles }),
    route: { collection: 'bookings', verb: 'send-disruption-evidence' },
    capability: 'booking.cancel',
    ifMatch: 'optional',
  },
  TakeDisruptionEvidence: {
    schema: z.strictObject({}),
    route: { collection: 'bookings', verb: 'take-disruption-evidence' },
    capability: 'disruption.declare',
    ifMatch: 'optional',
  },
  AnswerDisruptionEvidence: {
    schema: z.strictObject({ answer: zText(20, 1_000) }),
    route: { collection: 'bookings', verb: 'answer-disruption-evidence' },
    capability: 'disruption.declare',
    ifMatch: 'optional',
  },
} as const
