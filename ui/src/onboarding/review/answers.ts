import type { Currency } from '@hearth/contracts/kernel/money'
import { HAZARDS } from '@hearth/contracts/listing/sections/amenities'
import {
  AMENITY_CODES,
  ESSENTIALS,
  POPULAR,
  type AmenityCode,
} from '@hearth/contracts/listing/sections/amenityCatalogue'
import { SECTIONS, type SectionName, type Sections } from '@hearth/contracts/listing/sections/sections'
import type { OnboardingStep } from '@hearth/contracts/onboarding'
import type { Text } from '../../i18n/text.ts'
import { formatAmenity } from '../../listing-sections/forms/amenityWords.ts'
import { formatAnswer, formatValue } from '../../listing-sections/fields/valueText.ts'
import { findLabel, findOptionText } from '../../listing-sections/fields/words.ts'
import { formatDay } from '../../components/dates/localDate.ts'

/** An answer as staff read it; `field` is what a requested change refers to. */
export type Answer = Readonly<{ field: string; label: string; value: string }>

/** The section that a step is about; the others have pages of their own. */
const SECTION: Readonly<Partial<Record<OnboardingStep, SectionName>>> = {
  type: 'type',
  info: 'info',
  sleep: 'sleep',
  community: 'community',
  accessibility: 'accessibility',
  checkInOut: 'checkInOut',
  contact: 'contact',
  parking: 'parking',
  safety: 'safety',
}

const listSectionAnswers = (
  t: Text,
  section: SectionName,
  sections: Sections,
  currency: Currency,
): readonly Answer[] => {
  const values = (sections[section] ?? {}) as Readonly<Record<string, unknown>>
  return Object.keys(SECTIONS[section].shape).map((field) => ({
    field: `/${section}/${field}`,
    label: findLabel(t, section, [field]),
    value: formatAnswer(t, section, [field], values[field], currency),
  }))
}

const listRoomAnswers = (t: Text, { sleep }: Sections): readonly Answer[] =>
  (sleep?.rooms ?? []).map(({ roomType, name, beds, ensuite }, index) => ({
    field: `/sleep/rooms/${index}`,
    label: name ?? `${findOptionText(t, 'sleep', ['roomType'], roomType)} ${index + 1}`,
    value:
      [
        ...beds.map(({ type, count }) => `${count} × ${findOptionText(t, 'sleep', ['type'], type)}`),
        ...(ensuite === true ? [t('onboarding.rooms.extras.ensuite')] : []),
      ].join(', ') || formatValue(t, null),
  }))

const listAccessibilityAnswers = (t: Text, { accessibility }: Sections): readonly Answer[] => {
  if (accessibility?.none === true)
    return [
      {
        field: '/accessibility/none',
        label: findLabel(t, 'accessibility', ['none']),
        value: t('onboarding.yes'),
      },
    ]
  return Object.entries(accessibility?.features ?? {}).flatMap(([feature, claim]) =>
    claim == null
      ? []
      : [
          {
            field: `/accessibility/features/${feature}`,
            label: t(`onboarding.accessibility.features.${feature as 'elevator'}`),
            value: claim.measureCm === null ? t('onboarding.yes') : `${claim.measureCm} cm`,
          },
        ],
  )
}

const listAmenityAnswers = (
  t: Text,
  codes: readonly AmenityCode[],
  { amenities }: Sections,
): readonly Answer[] =>
  codes.map((code) => {
    const answer = amenities?.answers?.[code]
    const day = amenities?.fixBy?.[code]
    return {
      field: `/amenities/answers/${code}`,
      label: formatAmenity(code),
      value:
        answer === 'no' && day != null
          ? `${t('onboarding.no')}, ${t('review.essentialsMissing', { day: formatDay(day) })}`
          : formatValue(t, answer),
    }
  })

const listCatalogueAnswers = (t: Text, { amenities }: Sections): readonly Answer[] => {
  const shown: readonly AmenityCode[] = [...ESSENTIALS, ...POPULAR]
  const ticked = AMENITY_CODES.filter((code) => amenities?.answers?.[code] === 'yes' && !shown.includes(code))
  const notes = AMENITY_CODES.flatMap((code) => {
    const note = amenities?.notes?.[code]
    return note == null
      ? []
      : [{ field: `/amenities/notes/${code}`, label: formatAmenity(code), value: note }]
  })
  const dangers = HAZARDS.map((hazard) => ({
    field: `/amenities/hazards/${hazard}`,
    label: t(`onboarding.amenity.hazards.${hazard}`),
    value: formatValue(t, amenities?.hazards?.[hazard]),
  }))
  return [
    {
      field: '/amenities/answers',
      label: t('onboarding.amenities.catalogue'),
      value: ticked.map(formatAmenity).join(', ') || t('onboarding.none'),
    },
    ...notes,
    ...dangers,
  ]
}

const listStartAnswers = (
  t: Text,
  { location, type, info }: Sections,
  currency: Currency,
): readonly Answer[] => {
  const { address, geo, pinConfirmed, geoAccuracyMeters } = location ?? {}
  const pin =
    geo == null
      ? formatValue(t, null)
      : [
          geo.lat.toFixed(5),
          geo.lng.toFixed(5),
          pinConfirmed === true
            ? t('review.pinConfirmed')
            : t('review.pinGuessed', { meters: geoAccuracyMeters ?? '?' }),
        ].join(', ')
  return [
    { field: '/location/address', label: t('onboarding.start.part.address'), value: formatValue(t, address) },
    { field: '/location/geo', label: t('review.pin'), value: pin },
    {
      field: '/type/propertyType',
      label: findLabel(t, 'type', ['propertyType']),
      value: formatValue(t, type?.propertyType),
    },
    {
      field: '/type/relationship',
      label: findLabel(t, 'type', ['relationship']),
      value: formatAnswer(t, 'type', ['relationship'], type?.relationship, currency),
    },
    {
      field: '/info/bedrooms',
      label: findLabel(t, 'info', ['bedrooms']),
      value: formatValue(t, info?.bedrooms),
    },
  ]
}

/** The host's answers of a step; empty where the step is not a page of questions. */
export const listAnswers = (
  t: Text,
  step: OnboardingStep,
  sections: Sections,
  currency: Currency,
): readonly Answer[] => {
  switch (step) {
    case 'start':
      return listStartAnswers(t, sections, currency)
    case 'sleep':
      return listRoomAnswers(t, sections)
    case 'accessibility':
      return listAccessibilityAnswers(t, sections)
    case 'essentialAmenities':
      return listAmenityAnswers(t, ESSENTIALS, sections)
    case 'popularAmenities':
      return listAmenityAnswers(t, POPULAR, sections)
    case 'allAmenities':
      return listCatalogueAnswers(t, sections)
    default: {
      const section = SECTION[step]
      return section === undefined ? [] : listSectionAnswers(t, section, sections, currency)
    }
  }
}
