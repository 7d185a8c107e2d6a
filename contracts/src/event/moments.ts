import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'

/** `GET /api/record-moments/{id}` for staff: the latest events that changed a record, newest first. */
export const zRecordMoments = z.strictObject({
  moments: z.array(z.strictObject({ id: z.string(), type: z.string(), occurredAt: zInstant })),
})
export type RecordMoments = z.infer<typeof zRecordMoments>
