import { z } from 'zod'

export const of = { reimbursementId: z.string(), listingId: z.string() }
/** Who did it: the actor's id. */
export const by = { by: z.string() }
export const on = (verb: string) => ({ collection: 'reimbursements', verb }) as const
export const byHost = { capability: 'reimbursement.write', ifMatch: 'optional' } as const
export const byReviewer = { capability: 'reimbursement.review', ifMatch: 'optional' } as const
export const clock = { capability: 'reimbursement.clock', ifMatch: 'none' } as const
