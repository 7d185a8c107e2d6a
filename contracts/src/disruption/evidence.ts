import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'

/**
 * What a host sent to show that a home isn’t affected by a declared event, and what Hearth answered. `id` is the
 * booking's (docs/domain/disruption.md#evidence).
 */
export const zDisruptionEvidenceRow = z.strictObject({
  id: z.string(),
  disruptionId: z.string(),
  listingId: z.string(),
  text: z.string(),
  fileIds: z.array(z.string()),
  sentBy: z.string(),
  sentAt: zInstant,
  code: z.string(),
  state: z.enum(['sent', 'answered']),
  answerBy: zInstant,
  /** Who of the staff works on the answer; null while no one does. */
  takenBy: z.string().nullable(),
  answer: z.string().nullable(),
  answeredAt: zInstant.nullable(),
})
export type DisruptionEvidenceRow = z.infer<typeof zDisruptionEvidenceRow>

export const disruptionEvidence = defineResource({
  name: 'disruption-evidence',
  table: 'disruption_evidence',
  row: zDisruptionEvidenceRow,
  capability: 'booking.details',
  visibility: {
    id: 'open',
    disruptionId: 'open',
    listingId: 'open',
    text: 'booking.details',
    fileIds: 'open',
    sentBy: 'open',
    sentAt: 'open',
    code: 'booking.details',
    state: 'open',
    answerBy: 'open',
    takenBy: 'open',
    answer: 'booking.details',
    answeredAt: 'open',
  },
  scope: 'tenant',
  listings: { field: 'listingId' },
  sort: ['sentAt', 'answerBy'],
  defaultSort: ['sentAt', 'DESC'],
  filter: { disruptionId: 'equals', listingId: 'equals', state: 'equals' },
  screens: {
    orders: { sentAt: 'Evidence about an event' },
    finds: { disruptionId: 'Evidence about an event' },
    queues: { state: { values: ['sent'], screen: 'Staff queue' } },
  },
})
