import type { Photoshoot } from '../usePhotoshoot.ts'

const slot = { startsAt: '2026-07-20T14:00:00.000Z', endsAt: '2026-07-20T15:00:00.000Z' }
/** A photo shoot with an appointment. */
export const scheduled: Photoshoot = {
  id: 's1',
  tenantId: 'a1',
  revision: 2,
  listingId: 'l1',
  hostAccountId: 'a1',
  region: 'us',
  status: 'scheduled',
  held: null,
  slot,
  shootDayId: 'd1',
  startsAt: slot.startsAt,
  accessMethod: 'key_box',
  imagesDue: 2,
  deliverBy: null,
  images: [],
  deliveredAt: null,
  approvedAt: null,
  reshoots: 0,
  reshootFree: false,
  feesMinor: 0,
  currency: 'USD',
}
