import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import { deriveThreadId } from '@hearth/contracts/thread'
import { BOOKED_HOURS_AGO, sendForNights, type Sides } from './sendForNights.ts'
import { requireId } from './requireId.ts'
import type { DemoHome } from './seed.ts'
import { demoKey } from './world.ts'

const NAME = 'Otto L.'
/** Later than the stays of all requests. */
const FIRST_DAY = 200
const MESSAGE =
  'Hello Otto, the boiler of the house has to be replaced in that week, so I moved your stay to another home ' +
  'of mine. You pay what we agreed.'

/**
 * A stay that its host moved to another home. The guest had written about the first one, whose conversation says
 * that the stay has moved.
 */
export const addMovedStay = async (
  home: DemoHome,
  homes: readonly DemoHome[],
  sides: Sides,
  now: Instant,
): Promise<void> => {
  const { listingId, hostAccountId } = home
  const wanted = {
    collection: 'bookings',
    name: NAME,
    hoursAgo: BOOKED_HOURS_AGO,
    firstDay: FIRST_DAY,
  } as const
  const booking = await sendForNights(home, wanted, sides, now)
  if (booking === undefined) return
  const guestRef = demoKey('guest', 'request', NAME)
  const writtenAt = addHours(now, 4 - BOOKED_HOURS_AGO)
  requireId(
    await sides.deliver({
      path: '/api/threads',
      body: {
        listingId,
        guest: { guestRef, displayName: NAME },
        bookingId: booking.id,
        messageId: 'moved',
        body: 'Hello! Is there a desk where I can work for an hour in the mornings?',
        sentAt: writtenAt,
      },
      key: demoKey('moved', 'asks'),
      hostAccountId,
      occurredAt: writtenAt,
    }),
  )
  requireId(
    await sides.load({
      path: `/api/threads/${deriveThreadId(listingId, guestRef)}/send`,
      body: { body: 'There is, in the bedroom, with a lamp and a socket beside it.' },
      key: demoKey('moved', 'answer'),
      hostAccountId,
      occurredAt: addHours(writtenAt, 1),
    }),
  )
  const others = homes.filter((other) => other.hostAccountId === hostAccountId && other !== home)
  for (const { listingId: toListingId } of others) {
    const moved = await sides.host({
      path: `/api/bookings/${booking.id}/move`,
      body: { toListingId, message: MESSAGE },
      key: demoKey('move', booking.id, toListingId),
      revision: booking.revision,
    })
    if (moved.ok) return
    if (moved.code !== 'NIGHTS_UNAVAILABLE') requireId(moved)
  }
}
