import { MEASURES, type AccessibilityFeature } from '../../listing/sections/accessibility.ts'
import { MAX_GEO_ACCURACY_METERS } from '../../listing/sections/location.ts'
import { SLEEPERS, type Room } from '../../listing/sections/sleep.ts'
import { isMissing, missingOf, problemAt, type OnboardingFacts, type StepProblem } from './facts.ts'

type Sections = OnboardingFacts['sections']

/** The address stands on the map, and the host may let the place (domain.md §3, start). */
export const startProblems = ({ location = {}, type = {}, info = {} }: Sections): StepProblem[] => {
  const found =
    location.pinConfirmed === true ||
    (!isMissing(location.geoAccuracyMeters) && location.geoAccuracyMeters <= MAX_GEO_ACCURACY_METERS)
  return [
    ...missingOf('location', location, { address: 'Give the address.', geo: 'Put the pin on the map.' }),
    ...(!isMissing(location.geo) && !found
      ? [
          problemAt(
            '/location/pinConfirmed',
            'pin_not_confirmed',
            'We are not sure where this is: move the pin to the house, or confirm it.',
          ),
        ]
      : []),
    ...missingOf('type', type, {
      propertyType: 'Say what kind of place it is.',
      relationship: 'Say whether you own it, manage it or rent it.',
    }),
    ...missingOf('info', info, { bedrooms: 'Say how many bedrooms there are; 0 for a studio.' }),
    ...(type.consentToList === true
      ? []
      : [problemAt('/type/consentToList', 'consent_missing', 'Confirm that you may let this place.')]),
  ]
}

export const typeProblems = ({ type = {} }: Sections): StepProblem[] => [
  ...missingOf('type', type, {
    propertyType: 'Say what kind of place it is.',
    space: 'Say whether guests have the whole place.',
    ownership: 'Say whether you own, manage or lease it.',
  }),
  ...(type.ownership === 'lease' && isMissing(type.consentFileId)
    ? [problemAt('/type/consentFileId', 'consent_file_missing', 'Upload your landlord’s consent.')]
    : []),
]

export const infoProblems = ({ info = {} }: Sections, registrationMissing: boolean): StepProblem[] => [
  ...missingOf('info', info, {
    maxGuests: 'Say how many guests fit in.',
    bathrooms: 'Say how many bathrooms there are.',
    wifi: 'Give the name of the wifi.',
  }),
  ...(registrationMissing
    ? [
        problemAt(
          '/registration',
          'registration_missing',
          'The law wants a registration number here: record it.',
        ),
      ]
    : []),
]

const bedsIn = ({ beds }: Room) => beds.reduce((sum, { count }) => sum + count, 0)
const sleepersIn = ({ beds }: Room) => beds.reduce((sum, { type, count }) => sum + SLEEPERS[type] * count, 0)

/** How many people the beds are for (domain.md §3, basics/sleep). */
export const sleepersOf = (rooms: readonly Room[]): number =>
  rooms.reduce((sum, room) => sum + sleepersIn(room), 0)

export const sleepProblems = ({ sleep = {}, info = {} }: Sections): StepProblem[] => {
  const rooms = sleep.rooms ?? []
  const bedrooms = rooms.filter(({ roomType }) => roomType === 'bedroom')
  const wanted = info.bedrooms ?? 0
  const guests = info.maxGuests ?? 1
  const sleepers = sleepersOf(rooms)
  return [
    ...(rooms.length === 0
      ? [problemAt('/sleep/rooms', 'missing', 'Add the room in which guests sleep.')]
      : []),
    ...(bedrooms.length < wanted
      ? [
          problemAt(
            '/sleep/rooms',
            'bedrooms_missing',
            `You said ${wanted} bedrooms; ${bedrooms.length} are described.`,
          ),
        ]
      : []),
    ...rooms.flatMap((room, index) =>
      room.roomType === 'bedroom' && bedsIn(room) === 0
        ? [problemAt(`/sleep/rooms/${index}/beds`, 'bed_missing', 'Add a bed to this bedroom.')]
        : [],
    ),
    ...(rooms.length > 0 && sleepers < guests
      ? [
          problemAt(
            '/sleep/rooms',
            'too_few_beds',
            `The beds are for ${sleepers}, but ${guests} guests may come: add beds, or allow fewer guests.`,
          ),
        ]
      : []),
  ]
}

export const communityProblems = ({ community = {} }: Sections): StepProblem[] => [
  ...(isMissing(community.shortTermRental)
    ? [problemAt('/community/shortTermRental', 'missing', 'Say whether short stays are allowed here.')]
    : []),
  ...(community.shortTermRental === 'unsure'
    ? [
        problemAt(
          '/community/shortTermRental',
          'rental_unsure',
          'Ask your association; we look into it with you. This can wait until we know.',
        ),
      ]
    : []),
  ...(community.shortTermRental === 'no'
    ? [
        problemAt(
          '/community/shortTermRental',
          'rental_forbidden',
          'Where short stays are not allowed, we cannot list the place.',
        ),
      ]
    : []),
  ...missingOf('community', community, { quietHours: 'Say from when to when it is to be quiet.' }),
]

const featureProblems = (
  feature: AccessibilityFeature,
  { photoIds, measureCm }: Readonly<{ photoIds: readonly string[]; measureCm: number | null }>,
): StepProblem[] => {
  const limits = MEASURES[feature]
  const at = `/accessibility/features/${feature}`
  return [
    ...(photoIds.length === 0
      ? [problemAt(`${at}/photoIds`, 'photo_missing', 'Add a photo that shows it.')]
      : []),
    ...(limits && measureCm === null
      ? [problemAt(`${at}/measureCm`, 'measure_missing', 'Give the measure in centimetres.')]
      : []),
    ...(limits && measureCm !== null && (measureCm < limits.min || measureCm > limits.max)
      ? [
          problemAt(
            `${at}/measureCm`,
            'measure_outside',
            `It must measure ${limits.min} to ${limits.max} cm; else take the feature away.`,
          ),
        ]
      : []),
  ]
}

export const accessibilityProblems = ({ accessibility = {} }: Sections): StepProblem[] => {
  const claimed = Object.entries(accessibility.features ?? {}).flatMap(([feature, claim]) =>
    isMissing(claim) ? [] : [[feature as AccessibilityFeature, claim] as const],
  )
  if (accessibility.none === true && claimed.length > 0)
    return [
      problemAt(
        '/accessibility/none',
        'none_and_some',
        'You said that there is nothing, and named something: take one of them away.',
      ),
    ]
  if (accessibility.none !== true && claimed.length === 0)
    return [problemAt('/accessibility/none', 'missing', 'Name what there is, or say that there is nothing.')]
  return claimed.flatMap(([feature, claim]) => featureProblems(feature, claim))
}
