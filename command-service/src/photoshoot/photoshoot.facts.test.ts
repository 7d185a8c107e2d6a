import type { Agreement, AgreementStatus } from '@hearth/contracts/agreement'
import { expect, test } from 'vitest'
import type { UsableFile } from '../file/usableFile.ts'
import type { Foldable, ReadState } from '../runtime/decider.ts'
import { NOW, OWNER, stateAfter } from '../testing/given.ts'
import { listing } from '../listing/listing.decider.ts'
import { createPhotoshootFactLoader } from './photoshoot.facts.ts'

const LISTING = '5b1f7a34-2f0c-5c1e-9d0a-6c7d1f0e4a11'
const request = { id: 'p', tenantId: 'tenant', now: NOW, recordedAt: NOW, actor: OWNER, where: null }
const home = stateAfter(listing, [
  {
    type: 'ListingDrafted',
    data: {
      listingId: LISTING,
      hostAccountId: 'tenant',
      place: 'Lisboa',
      timezone: 'Europe/Lisbon',
      currency: 'EUR',
      feeModel: 'self_managed',
      sections: { info: { bedrooms: 1 }, location: {} },
      personal: { location: { geo: { lat: 38.71, lng: -9.14 } } },
      copiedFrom: null,
      draftedBy: 'owner',
    },
  },
])
type Known = Readonly<{
  files?: Readonly<Record<string, UsableFile>>
  agreement?: Pick<Agreement, 'status' | 'signedAt'>
}>
const loadFacts = (
  command: Parameters<ReturnType<typeof createPhotoshootFactLoader>>[0],
  { files = {}, agreement }: Known,
) => {
  const readState = async ({ category, initial }: Foldable<unknown>) =>
    category === 'listing' ? home : category === 'agreement' ? agreement : initial
  const load = createPhotoshootFactLoader({ findFile: async (_listingId, id) => files[id] })
  return load(command, request, readState as ReadState)
}

test('names images that cannot become photos of the listing, each with its reason', async () => {
  const files = {
    good: { width: 2_048, height: 1_365 },
    small: { width: 800, height: 600 },
    text: { width: null, height: null },
  }
  const images = ['good', 'small', 'text', 'strange'].map((fileId) => ({ fileId, caption: null }))
  const { unusable } = await loadFacts({ type: 'DeliverPhotoshootImages', data: { images } }, { files })
  expect(unusable).toMatchObject([
    { index: 1, detail: expect.stringContaining('800 × 600') },
    { index: 2, detail: expect.stringContaining('isn’t a photo') },
    { index: 3, detail: expect.stringContaining('isn’t a photo that was uploaded') },
  ])
})

test('a signature is valid as long as its document', async () => {
  const agreedWith = async (status: AgreementStatus) =>
    (
      await loadFacts(
        { type: 'HoldPhotoshootSlot', data: { listingId: LISTING, startsAt: '2026-06-20T10:00:00.000Z' } },
        { agreement: { status, signedAt: NOW } },
      )
    ).agreed
  expect(await Promise.all((['signed', 'active', 'terminating'] as const).map(agreedWith))).toEqual([
    true,
    true,
    true,
  ])
  expect(await Promise.all((['partially_signed', 'voided', 'terminated'] as const).map(agreedWith))).toEqual([
    false,
    false,
    false,
  ])
})
