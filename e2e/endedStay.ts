import { addDays } from '@hearth/contracts/kernel/dates'
import { createPrice } from '@hearth/contracts/testing'
import type { APIRequestContext } from '@playwright/test'
import { dayIn } from './days.ts'
import { asImporter } from './people.ts'

/** A stay in dollars whose guest left two days ago. */
export const importEndedStay = async (
  request: APIRequestContext,
  account: string,
  listingId: string,
): Promise<string> => {
  const checkIn = dayIn(-6)
  const stay = {
    listingId,
    source: 'import',
    guest: { guestRef: crypto.randomUUID(), displayName: 'Daniel W.' },
    party: { adults: 2, children: 0, infants: 0, pets: 0 },
    checkIn,
    checkOut: addDays(checkIn, 4),
    price: createPrice(checkIn, [14_000, 14_000, 14_000, 14_000], { currency: 'USD' }),
    cancellationPolicyCode: 'moderate',
  }
  const { id } = await asImporter(request, '/api/bookings', stay, account, `${dayIn(-20)}T10:00:00.000Z`)
  for (const [verb, days] of [
    ['check-in', -5],
    ['check-out', -1],
  ] as const)
    await asImporter(request, `/api/bookings/${id}/${verb}`, {}, undefined, `${dayIn(days)}T10:00:00.000Z`)
  return id
}
