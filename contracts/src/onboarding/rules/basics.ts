import { MEASURES, type AccessibilityFeature } from '../../listing/sections/accessibility.ts'
import { MAX_GEO_ACCURACY_METERS } from '../../listing/sections/location.ts'
import { SLEEPERS, type Room } from '../../listing/sections/sleep.ts'
import { isLeased } from '../../listing/sections/type.ts'
import { isMissing, findMissing, problemAt, type OnboardingFacts, type StepProblem } from './facts.ts'

type Sections = OnboardingFacts['sections']

/**
 * The address is on the map, and the host has the right to let the place (docs/domain/onboarding.md#steps).
 */
export const startProblems = ({ location = {}, type = {}, info = {} }: Sections): StepProblem[] => {
  const found =
    location.pinConfirmed === true ||
    (!isMissing(location.geoAccuracyMeters) && location.geoAccuracyMeters <= MAX_GEO_ACCURACY_METERS)
  return [
    ...findMissing('location', location, { address: 'Enter the address.', geo: 'Place the pin on the map.' }),
    ...(!isMissing(location.geo) && !found
      ? [
          problemAt(
            '/location/pinConfirmed',
            'pin_not_confirmed',
            'We’re not sure where this is. Move the pin to your place, or confirm the location.',
          ),
        ]
      : []),
    ...findMissing('type', type, {
      propertyType: 'Choose the property type.',
      relationship: 'Choose whether you own, manage or rent it.',
    }),
    ...findMissing('info', info, { bedrooms: 'Enter the number of bedrooms; 0 for a studio.' }),
    ...(type.consentToList === true
      ? []
      : [
          problemAt(
            '/type/consentToList',
            'consent_missing',
            'Confirm that you’re allowed to rent this place out.',
          ),
        ]),
  ]
}

export const typeProblems = ({ type = {} }: Sections): StepProblem[] => [
  ...findMissing('type', type, {
    propertyType: 'Choose the property type.',
    space: 'Choose whether guests have the entire place.',
    ...(isMissing(type.relationship) && { ownership: 'Choose whether you own, manage or lease it.' }),
  }),
  ...(isLeased(type) && isMissing(type.consentFileId)
    ? [problemAt('/type/consentFileId', 'consent_file_missing', 'Upload your landlord’s consent.')]
    : []),
]

export const infoProblems = ({ info = {} }: Sections, registrationMissing: boolean): StepProblem[] => [
  ...findMissing('info', info, {
    maxGuests: 'Enter the maximum number of guests.',
    bathrooms: 'Enter the number of bathrooms.',
    wifi: 'Enter the Wi-Fi network name.',
  }),
  ...(registrationMissing
    ? [
        problemAt(
          '/registration',
          'registration_missing',
          'A registration number is required by law here. Enter it.',
        ),
      ]
    : []),
]

const bedsIn = ({ beds }: Room) => beds.reduce((sum, { count }) => sum + count, 0)
const sleepersIn = ({ beds }: Room) => beds.reduce((sum, { type, count }) => sum + SLEEPERS[type] * count, 0)

/** How many people the beds are for (docs/domain/onboarding.md#steps). */
export const countSleepers = (rooms: readonly Room[]): number =>
  rooms.reduce((sum, room) => sum + sleepersIn(room), 0)

export const sleepProblems = ({ sleep = {}, info = {} }: Sections): StepProblem[] => {
  const rooms = sleep.rooms ?? []
  const bedrooms = rooms.filter(({ roomType }) => roomType === 'bedroom')
  const wanted = info.bedrooms ?? 0
  const guests = info.maxGuests ?? 1
  const sleepers = countSleepers(rooms)
  return [
    ...(rooms.length === 0 ? [problemAt('/sleep/rooms', 'missing', 'Add the room where guests sleep.')] : []),
    ...(bedrooms.length < wanted
      ? [
          problemAt(
            '/sleep/rooms',
            'bedrooms_missing',
            `You entered ${wanted} bedrooms but described ${bedrooms.length}. Add or remove rooms.`,
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
            `The beds sleep ${sleepers}, but you allow ${guests} guests. Add beds, or allow fewer guests.`,
          ),
        ]
      : []),
  ]
}

export const communityProblems = ({ community = {} }: Sections): StepProblem[] => [
  ...(isMissing(community.shortTermRental)
    ? [problemAt('/community/shortTermRental', 'missing', 'Answer whether short stays are allowed here.')]
    : []),
  ...(community.shortTermRental === 'unsure'
    ? [
        problemAt(
          '/community/shortTermRental',
          'rental_unsure',
          'Ask your homeowners’ association. We’ll look into it with you, ' +
            'and you can continue in the meantime.',
        ),
      ]
    : []),
  ...(community.shortTermRental === 'no'
    ? [
        problemAt(
          '/community/shortTermRental',
          'rental_forbidden',
          'We can’t list places where short stays aren’t allowed.',
        ),
      ]
    : []),
  ...findMissing('community', community, { quietHours: 'Enter the quiet hours.' }),
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
      ? [problemAt(`${at}/measureCm`, 'measure_missing', 'Enter the measurement in centimetres.')]
      : []),
    ...(limits && measureCm !== null && (measureCm < limits.min || measureCm > limits.max)
      ? [
          problemAt(
            `${at}/measureCm`,
            'measure_outside',
            `This must measure ${limits.min} to ${limits.max} cm. Correct it, or remove the feature.`,
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
        'You selected “None of these” and a feature. Remove one of them.',
      ),
    ]
  if (accessibility.none !== true && claimed.length === 0)
    return [problemAt('/accessibility/none', 'missing', 'Select the features you have, or “None of these”.')]
  return claimed.flatMap(([feature, claim]) => featureProblems(feature, claim))
}
