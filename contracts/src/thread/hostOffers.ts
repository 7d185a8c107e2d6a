import { z } from 'zod'
import { zId } from '../kernel/ids.ts'
import type { CommandDefinitions, EventDefinitions } from '../kernel/message.ts'
import { zCode, zLine } from '../kernel/text.ts'

const of = {
  threadId: z.string(),
  listingId: z.string(),
  requestId: z.string(),
  bookingId: z.string(),
}

/** How an offer ended that a host began. The guest answers with the first two. */
export const zHostOfferOutcome = z.enum(['accepted', 'declined', 'expired', 'withdrawn', 'superseded'])
export type HostOfferOutcome = z.infer<typeof zHostOfferOutcome>

/** As the lines of a conversation name them. */
export const HOST_OFFER_ENDS = [
  'offer_accepted',
  'offer_declined',
  'offer_expired',
  'offer_withdrawn',
  'offer_superseded',
] as const satisfies readonly `offer_${HostOfferOutcome}`[]

/** That a host offers the guest another stay, as a part of the conversation (docs/domain/thread.md#requests). */
export const hostOfferEvents = {
  /** `by`: the person who offered it. */
  HostOfferMade: { version: 1, schema: z.strictObject({ ...of, by: z.string() }) },
  HostOfferEnded: { version: 1, schema: z.strictObject({ ...of, outcome: zHostOfferOutcome }) },
} as const satisfies EventDefinitions

const bySystem = { capability: 'thread.clock', ifMatch: 'none' } as const

export const hostOfferCommands = {
  /** Opens the thread where there is none. An offer that the thread knows adds nothing. */
  RecordHostOffer: {
    ...bySystem,
    schema: z.strictObject({
      listingId: zId,
      guest: z.strictObject({ guestRef: zCode(100), displayName: zLine(1, 80) }),
      requestId: zId,
      bookingId: zId,
      by: z.string(),
    }),
    stream: { by: 'id', begins: { of: 'listing', field: 'listingId' } },
  },
  /** Adds nothing where the thread doesn’t know the offer as open. */
  RecordHostOfferOutcome: {
    ...bySystem,
    schema: z.strictObject({ requestId: zId, bookingId: zId, outcome: zHostOfferOutcome }),
  },
} as const satisfies CommandDefinitions
