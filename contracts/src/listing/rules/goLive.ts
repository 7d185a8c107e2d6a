import { z } from 'zod'
import { addDays, listNights, type LocalDate } from '../../kernel/dates.ts'
import type { ListingPhoto } from '../photos.ts'
import type { Pricing } from '../pricing.ts'
import { schemeOfCountry, type Registration } from '../registration.ts'
import { REQUIRED_ESSENTIALS } from '../sections/amenityCatalogue.ts'
import type { Sections } from '../sections/sections.ts'
import { missingPhotos, PHOTOS_TO_GO_LIVE } from './photoList.ts'

/** Nights of the next year that must be open (docs/domain/listing.md#going-live). */
export const OPEN_NIGHTS_TO_GO_LIVE = 30
const OPEN_NIGHTS_WITHIN_DAYS = 365

/**
 * What a listing must be to take bookings; the console names each in words
 * (docs/domain/listing.md#going-live).
 */
export const GO_LIVE_CONDITIONS = [
  'onboarding_approved',
  'agreement_signed',
  'title',
  'description',
  'photos',
  'bedroom_photos',
  'pricing',
  'essentials',
  'smoke_alarm',
  'co_alarm',
  'registration',
  'payout_method',
  'tax',
  'open_nights',
] as const
export type GoLiveCondition = (typeof GO_LIVE_CONDITIONS)[number]

/** An imported listing has no onboarding case, in which it would be approved and its agreement signed. */
const CONDITIONS_OF_ONBOARDING: readonly GoLiveCondition[] = ['onboarding_approved', 'agreement_signed']

/** The conditions that apply to a listing, in the order of the checklist. */
export const listGoLiveConditions = (drafted: boolean): readonly GoLiveCondition[] =>
  GO_LIVE_CONDITIONS.filter((code) => drafted || !CONDITIONS_OF_ONBOARDING.includes(code))

export type GoLiveFacts = Readonly<{
  listingId: string
  /** It began with a host's first answer; false: it was imported. */
  drafted: boolean
  /** The listing's own day. */
  today: LocalDate
  sections: Sections
  photos: readonly Pick<ListingPhoto, 'room' | 'state'>[]
  pricing: Pricing | null
  registration: Registration | null
  onboardingApproved: boolean
  agreementSigned: boolean
  payoutMethodVerified: boolean
  /** False: asked of the host and not answered whole. */
  taxComplete: boolean
  /** Nights of the next 365 days that nothing takes. */
  openNights: number
}>

/** A condition that does not hold: why, and the page on which it is fixed. */
export type GoLiveProblem = Readonly<{ code: GoLiveCondition; detail: string; route: string }>

/**
 * `GET /api/listings/{id}/readiness`: every condition that applies, in the order of the checklist; `detail` and `route` are
 * null where it holds.
 */
export const zReadiness = z.strictObject({
  conditions: z.array(
    z.strictObject({
      code: z.enum(GO_LIVE_CONDITIONS),
      detail: z.string().nullable(),
      route: z.string().nullable(),
    }),
  ),
})
export type Readiness = z.infer<typeof zReadiness>

const countWords = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count} ${many}`

const registrationProblem = ({ sections, registration, today }: GoLiveFacts): string | undefined => {
  const country = sections.location?.address?.country
  const scheme = schemeOfCountry(country ?? '')
  if (registration === null && country === undefined)
    return 'The address is missing, so we can’t tell whether a registration number is required. Add it.'
  if (registration === null)
    return scheme === undefined ? undefined : 'A registration number is required here. Enter it.'
  if (registration.expiresOn !== null && registration.expiresOn < today)
    return `The registration expired on ${registration.expiresOn}. Enter the new one.`
  if (registration.status === 'rejected')
    return (
      `The registration wasn’t accepted: ${registration.rejectedBecause ?? 'see the note'}. ` +
      'Enter the correct one.'
    )
  return scheme !== undefined && registration.status !== 'verified'
    ? 'We’re verifying the registration number. There’s nothing to do for you.'
    : undefined
}

/** An unanswered question proves nothing: who has not said what burns fuel needs an alarm, too. */
const coAlarmProblem = ({ sections: { safety } }: GoLiveFacts): string | undefined => {
  if ((safety?.coAlarms ?? 0) > 0 || safety?.fuelAppliances?.length === 0) return undefined
  return safety?.fuelAppliances == null
    ? 'The home’s fuel-burning appliances haven’t been declared. Add them under Safety.'
    : 'The home has fuel-burning appliances, but no carbon monoxide alarm has been declared. ' +
        'Add it under Safety.'
}

/** Nights of the next 365 days that nothing takes; `taken` are half-open. */
export const countOpenNights = (
  taken: readonly Readonly<{ start: LocalDate; end: LocalDate }>[],
  today: LocalDate,
): number => {
  const nights = new Set(taken.flatMap(({ start, end }) => listNights(start < today ? today : start, end)))
  return listNights(today, addDays(today, OPEN_NIGHTS_WITHIN_DAYS)).filter((night) => !nights.has(night))
    .length
}

/** Everything that stops the listing from going live, in the order of the checklist; none: it may. */
export const goLiveProblems = (facts: GoLiveFacts): readonly GoLiveProblem[] => {
  const { listingId, sections, photos, pricing } = facts
  const { description, info, amenities, safety } = sections
  const tab = (name: string, field?: string) =>
    `/listing-details/${name}?listingId=${listingId}${field === undefined ? '' : `#${field}`}`
  const onboarding = `/onboarding/${listingId}`
  const found = (
    code: GoLiveCondition,
    isMissing: boolean,
    detail: string,
    route: string,
  ): readonly GoLiveProblem[] => (isMissing && conditions.includes(code) ? [{ code, detail, route }] : [])
  const bedrooms = info?.bedrooms ?? 0
  const missing = missingPhotos(photos, bedrooms)
  const lacking = REQUIRED_ESSENTIALS.filter((code) => amenities?.answers?.[code] !== 'yes')
  const registration = registrationProblem(facts)
  const coAlarm = coAlarmProblem(facts)
  const conditions = listGoLiveConditions(facts.drafted)
  return [
    ...found(
      'onboarding_approved',
      !facts.onboardingApproved,
      'Our curators haven’t approved the listing yet.',
      onboarding,
    ),
    ...found(
      'agreement_signed',
      !facts.agreementSigned,
      'The agreement hasn’t been signed by everyone. Sign it, or wait for the other signatures.',
      `${onboarding}/management-agreement`,
    ),
    ...found(
      'title',
      description?.title == null,
      'The listing has no title. Add one.',
      tab('details', 'title'),
    ),
    ...found(
      'description',
      description?.description == null,
      'The listing has no description. Add one.',
      tab('details', 'description'),
    ),
    ...found(
      'photos',
      missing.count > 0,
      `The listing needs ${PHOTOS_TO_GO_LIVE} photos; ${countWords(missing.count, 'is', 'are')} missing.`,
      tab('photos'),
    ),
    ...found(
      'bedroom_photos',
      missing.bedrooms.length > 0,
      `${countWords(missing.bedrooms.length, 'bedroom has', 'bedrooms have')} no photo.`,
      tab('photos'),
    ),
    ...found('pricing', pricing === null, 'The listing has no price. Set the nightly price.', tab('pricing')),
    ...found(
      'essentials',
      lacking.length > 0,
      `${countWords(lacking.length, 'essential amenity is', 'essential amenities are')} missing.`,
      tab('amenities', lacking[0]),
    ),
    ...found(
      'smoke_alarm',
      (safety?.smokeAlarms ?? 0) < 1,
      'No smoke alarm has been declared. Add it under Safety.',
      tab('pre-arrival', 'smokeAlarms'),
    ),
    ...found('co_alarm', coAlarm !== undefined, coAlarm ?? '', tab('pre-arrival', 'coAlarms')),
    ...found(
      'registration',
      registration !== undefined,
      registration ?? '',
      facts.registration === null && sections.location?.address == null
        ? `/listings/start?listingId=${listingId}`
        : tab('compliance', 'registration'),
    ),
    ...found(
      'payout_method',
      !facts.payoutMethodVerified,
      'There’s no verified bank account. Add and verify one.',
      '/onboarding/payout-settings',
    ),
    ...found('tax', !facts.taxComplete, 'The tax details aren’t complete.', '/tax-center'),
    ...found(
      'open_nights',
      facts.openNights < OPEN_NIGHTS_TO_GO_LIVE,
      `Only ${countWords(facts.openNights, 'night', 'nights')} in the next year are available; ` +
        `the listing needs ${OPEN_NIGHTS_TO_GO_LIVE}.`,
      tab('availability'),
    ),
  ]
}

/** Live listings may be full, and they were approved. */
const ASKED_ONCE: readonly GoLiveCondition[] = ['onboarding_approved', 'open_nights']

/** Conditions that a listing which has been live holds no more (docs/domain/listing.md#lapses). */
export const lapsedConditions = (
  facts: Omit<GoLiveFacts, 'onboardingApproved' | 'openNights'>,
): readonly GoLiveProblem[] =>
  goLiveProblems({ ...facts, onboardingApproved: true, openNights: OPEN_NIGHTS_TO_GO_LIVE }).filter(
    ({ code }) => !ASKED_ONCE.includes(code),
  )
