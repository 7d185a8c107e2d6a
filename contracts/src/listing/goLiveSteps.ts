import type { LocalDate } from '../kernel/dates.ts'
import type { Id } from '../kernel/ids.ts'
import type { OfType } from '../kernel/message.ts'
import type { ListingCommand } from './messages.ts'
import type { PhotoRoom } from './photos.ts'
import { REGISTRATION_SCHEMES, schemeOfCountry } from './registration.ts'
import { PHOTOS_TO_GO_LIVE } from './rules/photoList.ts'
import { REQUIRED_ESSENTIALS } from './sections/amenityCatalogue.ts'
import type { Address } from './sections/location.ts'

type StepType = 'UpdateListingSection' | 'AddListingPhoto' | 'ImportRegistration' | 'PublishListing'
/** One command of an import; `name` is its own within the listing, for keys that derive from it. */
export type GoLiveStep = {
  [T in StepType]: Readonly<{ name: string; type: T; data: OfType<ListingCommand, T>['data'] }>
}[StepType]

const OTHER_ROOMS = [
  'living_room',
  'kitchen',
  'bathroom',
  'entrance',
  'outdoor',
  'building',
  'view',
] as const satisfies readonly PhotoRoom[]

/** The rooms that a generated listing shows: each bedroom, then others up to the number of photos it needs. */
export const listRoomsToShow = (bedrooms: number): readonly PhotoRoom[] => {
  const numbers = Array.from({ length: bedrooms }, (_, index) => index + 1)
  return [
    ...numbers.map((number) => `bedroom_${number}` as PhotoRoom),
    ...OTHER_ROOMS.slice(0, Math.max(0, PHOTOS_TO_GO_LIVE - bedrooms)),
  ]
}

/** An address without anything but what distinguishes it; `unit` where an account has several there. */
export const createAddress = (country: string, city: string, line1: string, unit?: string): Address => ({
  line1,
  line2: unit ?? null,
  city,
  region: null,
  postalCode: null,
  country,
})

const answerSections = (address: Address): readonly GoLiveStep[] => {
  const update = (body: OfType<ListingCommand, 'UpdateListingSection'>['data']): GoLiveStep => ({
    name: body.section,
    type: 'UpdateListingSection',
    data: body,
  })
  const answers = Object.fromEntries(REQUIRED_ESSENTIALS.map((code) => [code, 'yes'] as const))
  const description =
    `A home in ${address.city}, rented with everything that guests need for their stay. ` +
    'Its host adds what makes it special.'
  return [
    update({ section: 'location', patch: { address }, baseVersion: 0 }),
    update({ section: 'description', patch: { description }, baseVersion: 0 }),
    update({ section: 'amenities', patch: { answers }, baseVersion: 0 }),
    update({
      section: 'safety',
      patch: { smokeAlarms: 1, coAlarms: 1, fuelAppliances: [] },
      baseVersion: 0,
    }),
  ]
}

/** The example of the country's scheme stands in for the number that the source does not name. */
const importRegistration = (
  country: string,
  verified: Readonly<{ verifiedBy: string; verifiedOn: LocalDate }>,
): readonly GoLiveStep[] => {
  const scheme = schemeOfCountry(country)
  if (scheme === undefined) return []
  const number = REGISTRATION_SCHEMES[scheme].example
  const data = { scheme, number, expiresOn: null, landRegistryNumber: null, ...verified }
  return [{ name: 'registration', type: 'ImportRegistration', data }]
}

/**
 * Everything that a started listing needs to go live, generated where its source names none of it, and its
 * publishing. Its account has a verified bank account; `photoIds` are files that were uploaded for the listing,
 * one for each of `listRoomsToShow`. The registration number is imported where the country requires one.
 */
export const listGoLiveSteps = ({
  address,
  bedrooms,
  photoIds,
  verified,
}: Readonly<{
  address: Address
  bedrooms: number
  photoIds: readonly Id[]
  verified: Readonly<{ verifiedBy: string; verifiedOn: LocalDate }>
}>): readonly GoLiveStep[] => [
  ...answerSections(address),
  ...listRoomsToShow(bedrooms).map((room, index): GoLiveStep => ({
    name: `photo ${index}`,
    type: 'AddListingPhoto',
    data: { fileId: photoIds[index] ?? '', caption: '', room },
  })),
  ...importRegistration(address.country, verified),
  { name: 'publish', type: 'PublishListing', data: {} },
]
