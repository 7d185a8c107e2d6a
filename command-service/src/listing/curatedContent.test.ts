import { describe, test } from 'vitest'
import { ADMIN, given, OWNER } from '../testing/given.ts'
import { listing } from './listing.decider.ts'
import { SAM, changed, drafted, revert, situation, update } from './testing/contentHistory.ts'
import { ids, published } from './testing/listingHistory.ts'

test('a live listing that became less safe is reviewed by staff', () => {
  const fewer = [
    drafted(),
    changed('safety', 1, { smokeAlarms: null }, { smokeAlarms: 3 }),
    published,
    changed('safety', 2, { smokeAlarms: 3 }, { smokeAlarms: 1 }),
  ]
  const review = { type: 'ReviewSafety', data: {} } as const
  const byStaff = { ...situation, actor: ADMIN }
  given(listing, ...fewer)
    .when(review, byStaff)
    .thenEvents({ type: 'SafetyReviewed', data: { by: ADMIN.id } })
  given(listing, ...fewer, { type: 'SafetyReviewed', data: { ...ids, by: ADMIN.id } })
    .when(review, byStaff)
    .thenNothing()
  given(listing, ...fewer, changed('safety', 3, { smokeAlarms: 1 }, { smokeAlarms: 3 }))
    .when(review, byStaff)
    .thenNothing()
  given(listing).when(review, byStaff).thenRefused('NOT_FOUND')
})

describe('a live listing under full service', () => {
  const live = [
    drafted({
      feeModel: 'full_service',
      sections: {
        description: { title: 'Cedar House' },
        info: { bedrooms: 2 },
        amenities: { answers: { wifi: 'yes' } },
        location: {},
      },
    }),
    published,
  ] as const
  const asked = {
    type: 'ListingEditRequested',
    data: {
      ...ids,
      editId: 'e',
      section: 'description',
      before: { title: 'Cedar House' },
      after: { title: 'Cedar House on the hill' },
      requestedBy: OWNER.id,
    },
  } as const
  test('requests curated changes and applies the others immediately', () => {
    given(listing, ...live)
      .when(update('description', { title: 'Cedar House on the hill' }, 1), situation)
      .thenEvents({
        type: 'ListingEditRequested',
        data: { before: { title: 'Cedar House' }, after: { title: 'Cedar House on the hill' } },
      })
    given(listing, ...live)
      .when(update('info', { bedrooms: 3, internalName: 'Cedar' }, 1), situation)
      .thenEvents(
        { type: 'ListingSectionChanged', data: { after: { internalName: 'Cedar' } } },
        { type: 'ListingEditRequested', data: { after: { bedrooms: 3 } } },
      )
    given(listing, ...live, asked)
      .when(update('description', { title: 'Cedar House on the hill' }, 1), situation)
      .thenNothing()
  })
  test('adds amenities freely and requests their removal', () => {
    given(listing, ...live)
      .when(update('amenities', { answers: { iron: 'yes' } }, 1), situation)
      .thenEvents({ type: 'ListingSectionChanged' })
    given(listing, ...live)
      .when(update('amenities', { answers: { wifi: 'no' } }, 1), situation)
      .thenEvents({ type: 'ListingEditRequested' })
  })
  test('is changed by staff directly', () =>
    given(listing, ...live)
      .when(update('description', { title: 'Cedar House on the hill' }, 1), { ...situation, actor: ADMIN })
      .thenEvents({ type: 'ListingSectionChanged' }))
  test('applies an approved request', () =>
    given(listing, ...live, asked)
      .when({ type: 'ApproveListingEdit', data: { editId: 'e' } }, { ...situation, actor: ADMIN })
      .thenEvents(
        { type: 'ListingEditApproved' },
        { type: 'ListingSectionChanged', data: { after: { title: 'Cedar House on the hill' }, editId: 'e' } },
      ))
  test('stays unchanged when a request is declined or withdrawn; each is decided once', () => {
    const declined = {
      type: 'ListingEditDeclined',
      data: { ...ids, editId: 'e', by: ADMIN.id, reason: 'No hill' },
    } as const
    given(listing, ...live, asked)
      .when(
        { type: 'DeclineListingEdit', data: { editId: 'e', reason: 'No hill' } },
        { ...situation, actor: ADMIN },
      )
      .thenEvents({ type: 'ListingEditDeclined' })
    given(listing, ...live, asked)
      .when({ type: 'WithdrawListingEdit', data: { editId: 'e' } }, situation)
      .thenEvents({ type: 'ListingEditWithdrawn' })
    given(listing, ...live, asked, declined)
      .when({ type: 'ApproveListingEdit', data: { editId: 'e' } }, { ...situation, actor: ADMIN })
      .thenRefused('NOT_FOUND')
    given(listing, ...live)
      .when({ type: 'WithdrawListingEdit', data: { editId: 'constructor' } }, situation)
      .thenRefused('NOT_FOUND')
  })
  test('can’t be reverted by the host in curated parts', () =>
    given(listing, ...live, changed('description', 2, { title: 'Cedar House' }, { title: 'Cedar Barn' }, SAM))
      .when(revert('description', 1), situation)
      .thenRefused('POLICY_VIOLATION', { rule: 'curated' }))
})
