import type { APIRequestContext, Page } from '@playwright/test'
import { dayIn } from './days.ts'
import { signIn } from './fixtures.ts'
import { asImporter, importStay, newAccount, newPerson, openHome } from './people.ts'

/** A stay in dollars whose guest left two days ago. */
const importEndedStay = async (
  request: APIRequestContext,
  account: string,
  listingId: string,
): Promise<string> => {
  const { id } = await importStay(request, account, listingId, {
    checkIn: dayIn(-6),
    nights: 4,
    currency: 'USD',
    source: 'import',
    cancellationPolicyCode: 'moderate',
    occurredAt: `${dayIn(-20)}T10:00:00.000Z`,
  })
  for (const [verb, days] of [
    ['check-in', -5],
    ['check-out', -1],
  ] as const)
    await asImporter(request, `/api/bookings/${id}/${verb}`, {}, undefined, `${dayIn(days)}T10:00:00.000Z`)
  return id
}

/** Signs a new host in whose guest left two days ago. */
export const signInAfterStay = async (page: Page, name: string) => {
  const owner = await newPerson(name)
  const account = await newAccount(page.request, `Homes of ${name}`, [[owner, 'owner']])
  const listingId = await openHome(page.request, account, 'US')
  const bookingId = await importEndedStay(page.request, account, listingId)
  await signIn(page, owner.email)
  return { listingId, bookingId }
}
