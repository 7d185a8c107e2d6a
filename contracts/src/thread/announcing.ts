import { z } from 'zod'
import { zId } from '../kernel/ids.ts'
import { zDecisionVersion } from '../reimbursement/reimbursement.ts'

const ofStay = { listingId: zId, bookingId: zId }
const internal = {
  stream: { by: 'id', begins: { of: 'listing', field: 'listingId' } },
  capability: 'thread.clock',
  ifMatch: 'none',
} as const

/** What was written elsewhere about a stay goes into its thread, which is opened where there is none. */
export const announcingCommands = {
  /** A planned message whose text is final. */
  DeliverPlannedMessage: { ...internal, schema: z.strictObject({ ...ofStay, planId: zId }) },
  /** What the host wrote when the stay moved to this listing. */
  AnnounceMove: { ...internal, schema: z.strictObject({ ...ofStay, moveId: zId }) },
  /** Asks the guest about a claim, or says what the guest was `charged` for it by which decision. */
  AnnounceReimbursement: {
    ...internal,
    schema: z.strictObject({ ...ofStay, reimbursementId: zId, charged: zDecisionVersion.nullable() }),
  },
  /** Says that a declared event covers the stay. */
  AnnounceDisruption: { ...internal, schema: z.strictObject({ ...ofStay, disruptionId: zId }) },
} as const
export type Announcing = keyof typeof announcingCommands
