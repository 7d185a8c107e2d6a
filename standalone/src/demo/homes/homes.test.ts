import { deriveLocality } from '@hearth/command-service/listing/where'
import {
  goLiveProblems,
  listing as listingDefinition,
  REGISTRATION_SCHEMES,
  SLEEPERS,
  type ListingPhoto,
} from '@hearth/contracts/listing'
import { describe, expect, it } from 'vitest'
import { drawPicture } from '../pictures/palette.ts'
import { WORLD, type DemoListing } from '../world.ts'
import { listAnswers, toSections } from './home.ts'

const TODAY = '2026-11-26'
const listings = WORLD.flatMap((account) => account.listings)
const answersOf = ({ home }: DemoListing) => listAnswers(home, '2026-11-06', (index) => `room-${index}`)
const photosOf = ({ home }: DemoListing): readonly Pick<ListingPhoto, 'room' | 'state'>[] =>
  home.photos.map(({ room }) => ({ room, state: 'published' }))

/** What keeps the listing from going live once its bank account is verified. */
const problemsOf = (listing: DemoListing) => {
  const sections = toSections(answersOf(listing))
  const { name: title, maxGuests, bedrooms, home } = listing
  return goLiveProblems({
    listingId: 'listing',
    drafted: false,
    today: TODAY,
    sections: {
      ...sections,
      description: { ...sections.description, title },
      info: { ...sections.info, maxGuests, bedrooms },
    },
    photos: photosOf(listing),
    pricing: null,
    registration:
      home.registration === null
        ? null
        : {
            scheme: home.registration.scheme,
            number: home.registration.number,
            expiresOn: null,
            documentFileId: null,
            landRegistryNumber: null,
            status: 'verified',
            rejectedBecause: null,
          },
    onboardingApproved: false,
    agreementSigned: false,
    payoutMethodVerified: true,
    taxComplete: true,
    openNights: 365,
  }).map(({ code }) => code)
}

describe.each(listings)('the demo listing $name', (listing) => {
  const { home, maxGuests, bedrooms, place, timezone, currency, live } = listing

  it('has valid answers in every section', () => {
    const { schema } = listingDefinition.commands.UpdateListingSection
    for (const answer of answersOf(listing))
      expect(schema.safeParse({ ...answer, baseVersion: 0 })).toMatchObject({ success: true })
  })
  // The price comes with the listing itself; the draft is unfinished.
  it(live ? 'has all that a listing needs to go live' : 'lacks photos and a registration number', () =>
    expect(problemsOf(listing)).toEqual(live ? ['pricing'] : ['photos', 'pricing', 'registration']),
  )
  it('has at least five photos, each with a caption of its own', () => {
    expect(home.photos.length).toBeGreaterThanOrEqual(5)
    expect(new Set(home.photos.map(({ caption }) => caption)).size).toBe(home.photos.length)
  })
  it('has a bed for each guest, and a room for each bedroom', () => {
    const sleepers = home.rooms.flatMap(({ beds }) => beds.map(([type, count]) => SLEEPERS[type] * count))
    expect(sleepers.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(maxGuests)
    expect(home.rooms.filter(({ isBedroom }) => isBedroom)).toHaveLength(bedrooms)
  })
  it('keeps its place, zone and currency when its address is set', () =>
    expect(deriveLocality(home.address, home.geo, 'UTC')).toEqual({ place, timezone, currency }))
  it('has a registration number in the format of its country', () =>
    expect(
      home.registration === null ||
        REGISTRATION_SCHEMES[home.registration.scheme].pattern.test(home.registration.number),
    ).toBe(true))
})

// Not as a file: where uploads were cleaned before, the library reads no drawings in this process any more.
it('draws the same picture each time', () => {
  const [first] = listings
  const [photo] = first?.home.photos ?? []
  if (first === undefined || photo === undefined) throw new Error('No demo listing')
  const picture = drawPicture(first.home.palette, photo.scene)
  expect(drawPicture(first.home.palette, photo.scene)).toBe(picture)
})
