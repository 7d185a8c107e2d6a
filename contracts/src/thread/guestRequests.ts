import { z } from 'zod'
import { zId } from '../kernel/ids.ts'
import type { CommandDefinitions, EventDefinitions } from '../kernel/message.ts'
import { zCode, zLine } from '../kernel/text.ts'

const bookingId = z.string().nullable()
const of = { threadId: z.string(), listingId: z.string() }

/** How a guest's request ended. The host answers with the first three. */
export const GUEST_REQUEST_OUTCOMES = [
  'accepted',
  'declined',
  'countered',
  'expired',
  'withdrawn',
  'superseded',
] as const
export const zGuestRequestOutcome = z.enum(GUEST_REQUEST_OUTCOMES)
export type GuestRequestOutcome = z.infer<typeof zGuestRequestOutcome>

export const isHostAnswer = (
  outcome: GuestRequestOutcome,
): outcome is 'accepted' | 'declined' | 'countered' =>
  outcome === 'accepted' || outcome === 'declined' || outcome === 'countered'

/** That a guest asks to book or for another stay, as a part of the conversation (docs/domain/thread.md#requests). */
export const guestRequestEvents = {
  /** `bookingId`: the stay that it would change; null for a request to book. */
  GuestRequestReceived: { version: 1, schema: z.strictObject({ ...of, requestId: z.string(), bookingId }) },
  /** `bookingId`: what it is about or became. `by`: the person who answered; null where no one did. */
  GuestRequestEnded: {
    version: 1,
    schema: z.strictObject({
      ...of,
      requestId: z.string(),
      bookingId,
      outcome: zGuestRequestOutcome,
      by: z.string().nullable(),
    }),
  },
} as const satisfies EventDefinitions

const bySystem = { capability: 'thread.clock', ifMatch: 'none' } as const

export const guestRequestCommands = {
  /** Opens the thread where there is none. A request that the thread knows adds nothing. */
  RecordGuestRequest: {
    ...bySystem,
    schema: z.strictObject({
      listingId: zId,
      guest: z.strictObject({ guestRef: zCode(100), displayName: zLine(1, 80) }),
      requestId: zId,
      bookingId: zId.nullable(),
    }),
    stream: { by: 'id', begins: { of: 'listing', field: 'listingId' } },
  },
  /** Adds nothing where the thread doesn’t know the request as open. */
  RecordGuestRequestOutcome: {
    ...bySystem,
    schema: z.strictObject({
      requestId: zId,
      bookingId: zId.nullable(),
      outcome: zGuestRequestOutcome,
      by: z.string().nullable(),
    }),
  },
} as const satisfies CommandDefinitions
