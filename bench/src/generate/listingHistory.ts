import { listing } from '@hearth/command-service/listing/listing.decider'
import type { ListingFacts } from '@hearth/command-service/listing/listing.facts'
import { contentOf, type ListingState } from '@hearth/command-service/listing/listing.state'
import type { LocalDate } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { goLiveProblems, OPEN_NIGHTS_TO_GO_LIVE, type GoLiveProblem } from '@hearth/contracts/listing'
import { createAddress, listGoLiveSteps, listRoomsToShow } from '@hearth/contracts/listing/goLiveSteps'
import { PHOTO_LIMITS } from '@hearth/contracts/listing/photos'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { openStream } from './openStream.ts'
import { CHECK_IN_TIME, CHECK_OUT_TIME, type PlannedListing } from './plan.ts'
import { computeOpening } from './run.ts'
import { sentAt, type Setting } from './setting.ts'
import { listingTitle } from './world.ts'

const MAX_GUESTS = 12
const RULES = {
  minNights: 1,
  maxNights: 365,
  advanceNoticeHours: 0,
  bookingWindowDays: 730,
  prepNights: 0,
  closedToArrival: [],
  closedToDeparture: [],
  annualNightCap: null,
}

/** What the decider would read: each photo is a file of the listing. */
const createFacts = (goLive: readonly GoLiveProblem[] = []): ListingFacts => ({
  account: { timezone: 'UTC' },
  cancellation: FIRST_POLICIES.cancellation.body,
  today: null,
  otherAddresses: [],
  unknownFiles: [],
  template: null,
  hasBookings: false,
  lastNight: null,
  goLive,
  file: { width: PHOTO_LIMITS.width, height: PHOTO_LIMITS.height },
})

/** What is still missing; bank accounts, whose numbers would be in the vault, are not generated. */
const findProblems = (state: ListingState, today: LocalDate): readonly GoLiveProblem[] => {
  if (state.status === 'none') throw new Error('The listing was not started')
  const { drafted, photos, pricing, registration } = state
  return goLiveProblems({
    listingId: 'generated',
    drafted,
    today,
    sections: contentOf(state),
    photos,
    pricing,
    registration,
    onboardingApproved: false,
    agreementSigned: false,
    payoutMethodVerified: true,
    taxComplete: true,
    openNights: OPEN_NIGHTS_TO_GO_LIVE,
  })
}

/** A listing from its start until it is live, with everything that this needs. */
export const startListing = (
  { run, tenant: { place }, scene, deriveId: commandId }: Setting,
  { number, baseNightMinor, cleaningMinor, policy }: PlannedListing,
) => {
  const key = commandId('StartListing', number)
  const stream = openStream(listing, deriveId('listing', scene.tenantId, key), scene)
  const bedrooms = 1 + (number % 4)
  const details = {
    title: listingTitle(number),
    place: `${place.place}, ${place.country}`,
    timezone: place.timezone,
    currency: place.currency,
    maxGuests: MAX_GUESTS,
    bedrooms,
    checkInTime: CHECK_IN_TIME,
    checkOutTime: CHECK_OUT_TIME,
    bookingMode: 'instant' as const,
    feeModel: 'self_managed' as const,
    cancellationPolicyCode: policy,
    longTermPolicyCode: 'long_term_firm' as const,
    unitType: null,
    rules: RULES,
    pricing: {
      baseNightMinor,
      weekendNightMinor: null,
      weekdayOverrides: [],
      dateOverrides: [],
      weeklyDiscountBps: 0,
      monthlyDiscountBps: 0,
      cleaningFeeMinor: cleaningMinor,
      petFeeMinor: 0,
      extraGuest: null,
    },
  }
  const opening = computeOpening(run)
  const day = opening.slice(0, 10)
  stream.take('StartListing', details, createFacts(), sentAt(opening, key))
  const steps = listGoLiveSteps({
    address: createAddress(place.country, place.place, '1 Station Road', String(number)),
    bedrooms,
    photoIds: listRoomsToShow(bedrooms).map((room) => commandId(room, number)),
    verified: { verifiedBy: place.place, verifiedOn: day },
  })
  for (const { name, type, data } of steps) {
    const goLive = type === 'PublishListing' ? findProblems(stream.state(), day) : []
    stream.take(type, data, createFacts(goLive), sentAt(opening, commandId(name, number)))
  }
  return stream
}
