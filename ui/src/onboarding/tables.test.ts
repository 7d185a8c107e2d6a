import { AMENITY_CODES } from '@hearth/contracts/listing/sections/amenityCatalogue'
import { zAccessibilityFeature } from '@hearth/contracts/listing/sections/accessibility'
import { SECTIONS, type SectionName } from '@hearth/contracts/listing/sections/sections'
import { ONBOARDING_STEPS, STEPS } from '@hearth/contracts/onboarding'
import { describe, expect, it, test } from 'vitest'
import { onboardingTexts } from '../i18n/en/onboarding.ts'
import type { Text } from '../i18n/text.ts'
import { formatAmenity } from '../listing-sections/forms/amenityWords.ts'
import { SECTION_CARDS, START_FIELDS } from '../listing-sections/forms/cards.ts'
import type { FormCard, Spec } from '../listing-sections/fields/spec.ts'
import { findLabel } from '../listing-sections/fields/words.ts'
import { HUB_GROUPS, MINUTES } from './case/hub.ts'
import { flatten, nest, readField } from '../listing-sections/saving/sectionFields.ts'
import { STEP_PAGES } from './step/stepPages.ts'

const t = ((key: string) => key) as Text
const listInner = (spec: Spec): readonly Spec[] =>
  spec.kind === 'group'
    ? spec.fields
    : spec.kind === 'list'
      ? 'kind' in spec.item
        ? [spec.item]
        : spec.item
      : []
const unnamed = (section: SectionName, spec: Spec, above: readonly string[] = []): readonly string[] => {
  const path = [...above, spec.name]
  return [
    ...(findLabel(t, section, path) === spec.name ? [`${section}/${path.join('/')}`] : []),
    ...listInner(spec).flatMap((inner) => unnamed(section, inner, path)),
  ]
}
const tables = Object.entries(SECTION_CARDS) as [SectionName, readonly FormCard[]][]

describe('the questions of the sections', () => {
  it('have texts, and are fields of their section', () => {
    expect([
      ...tables.flatMap(([section, cards]) =>
        cards.flatMap(({ fields }) => fields.flatMap((spec) => unnamed(section, spec))),
      ),
      ...START_FIELDS.flatMap((spec) => unnamed('type', spec)),
    ]).toEqual([])
    expect(
      tables.flatMap(([section, cards]) =>
        cards.flatMap(({ fields }) =>
          fields.flatMap(({ name }) => (name in SECTIONS[section].shape ? [] : [`${section}/${name}`])),
        ),
      ),
    ).toEqual([])
  })

  it('cover every field of their section', () => {
    const elsewhere = ['relationship', 'consentToList']
    expect(
      tables.flatMap(([section, cards]) =>
        Object.keys(SECTIONS[section].shape).filter(
          (name) =>
            !elsewhere.includes(name) &&
            !cards.some(({ fields }) => fields.some((spec) => spec.name === name)),
        ),
      ),
    ).toEqual([])
  })

  it('have a text for every amenity and feature', () => {
    expect(AMENITY_CODES.map(formatAmenity).filter((name) => /_|^[a-z]/.test(name))).toEqual([])
    expect(
      zAccessibilityFeature.options.filter((feature) => !(feature in onboardingTexts.accessibility.features)),
    ).toEqual([])
  })
})

describe('the steps', () => {
  it('have a page with their section where the contract says so', () => {
    const pages = ONBOARDING_STEPS.flatMap((step) =>
      STEPS[step].page !== null && /^(basics|amenities|pre-arrival)\//.test(STEPS[step].page)
        ? [[STEPS[step].page, step]]
        : [],
    )
    expect(Object.entries(STEP_PAGES).map(([path, { step }]) => [path, step])).toEqual(
      expect.arrayContaining(pages),
    )
    expect(Object.keys(STEP_PAGES)).toHaveLength(pages.length)
    for (const { step, section } of Object.values(STEP_PAGES)) expect(STEPS[step].sections).toContain(section)
  })

  it('belong to one group each, and have a duration', () => {
    const groups = Object.values(HUB_GROUPS).flat()
    expect(ONBOARDING_STEPS.filter((step) => !groups.some((group) => group === STEPS[step].group))).toEqual(
      [],
    )
    expect(Object.keys(MINUTES)).toEqual(expect.arrayContaining([...ONBOARDING_STEPS]))
  })
})

test('saves fields that merge by key key by key, and the others as a whole', () => {
  const values = { answers: { wifi: 'yes', tv: 'no' }, confirmedComplete: true, pool: { type: 'shared' } }
  expect(flatten('amenities', values)).toEqual({
    'answers/wifi': 'yes',
    'answers/tv': 'no',
    confirmedComplete: true,
    pool: { type: 'shared' },
  })
  expect(nest(flatten('amenities', values))).toEqual(values)
})

test('stores a field as its schema parses it, or says where it is invalid', () => {
  expect(readField('info', 'internalName', '  Barn ')).toEqual({ stored: 'Barn' })
  expect(readField('amenities', 'answers/wifi', 'yes')).toEqual({ stored: 'yes' })
  expect(readField('info', 'maxGuests', 31)).toMatchObject({ issues: [{ path: ['maxGuests'] }] })
  expect(readField('info', 'wifi', { ssid: 'Barn', password: 'short' })).toMatchObject({
    issues: [{ path: ['wifi', 'password'] }],
  })
  expect(readField('info', 'maxGuests', undefined)).toEqual({ stored: null })
})
