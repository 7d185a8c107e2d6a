import type { Listing } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { EditCard, type Reading } from '../components/form/EditCard.tsx'
import { moneyText } from '../components/display/Money.tsx'
import { parseAmount, formatAmount, parseWhole } from '../components/form/amountInput.ts'
import styles from './PriceCard.module.css'
import { NumberInput } from '../components/form/NumberInput.tsx'

type Draft = Readonly<{
  base: string
  weekend: string
  cleaning: string
  pet: string
  weekly: string
  monthly: string
}>
const NO_OVERRIDES = { weekdayOverrides: [], dateOverrides: [], extraGuest: null }
const MAX_WEEKLY = 50
const MAX_MONTHLY = 70

/** Before there is a price, nothing is filled in. */
const UNPRICED: Draft = { base: '', weekend: '', cleaning: '0', pet: '0', weekly: '0', monthly: '0' }
const draftOf = ({ pricing, currency }: Listing): Draft =>
  pricing === null
    ? UNPRICED
    : {
        base: formatAmount(pricing.baseNightMinor, currency),
        weekend: pricing.weekendNightMinor === null ? '' : formatAmount(pricing.weekendNightMinor, currency),
        cleaning: formatAmount(pricing.cleaningFeeMinor, currency),
        pet: formatAmount(pricing.petFeeMinor, currency),
        weekly: String(pricing.weeklyDiscountBps / 100),
        monthly: String(pricing.monthlyDiscountBps / 100),
      }

const parse = ({ base, weekend, cleaning, pet, weekly, monthly }: Draft, { currency }: Listing) => ({
  base: parseAmount(base, currency),
  weekend: weekend.trim() === '' ? undefined : parseAmount(weekend, currency),
  cleaning: parseAmount(cleaning, currency),
  pet: parseAmount(pet, currency),
  weekly: parseWhole(weekly, 0, MAX_WEEKLY),
  monthly: parseWhole(monthly, 0, MAX_MONTHLY),
})

const read = (draft: Draft, listing: Listing): Reading<Listing> => {
  const { base, weekend, cleaning, pet, weekly, monthly } = parse(draft, listing)
  if (!base || weekend === null || cleaning === null || pet === null || weekly === null || monthly === null)
    return null
  const pricing = {
    ...(listing.pricing ?? NO_OVERRIDES),
    baseNightMinor: base,
    weekendNightMinor: weekend ?? null,
    cleaningFeeMinor: cleaning,
    petFeeMinor: pet,
    weeklyDiscountBps: weekly * 100,
    monthlyDiscountBps: monthly * 100,
  }
  return { body: { pricing }, patch: { pricing, baseNightMinor: base } }
}

/** What a night costs, and what comes on top or off. Prices of single nights stay as they are. */
export const PriceCard = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const lines = ({ pricing, currency }: Listing) =>
    pricing === null
      ? [{ label: t('listings.fields.base'), value: t('listings.noPrice') }]
      : [
          { label: t('listings.fields.base'), value: moneyText(pricing.baseNightMinor, currency) },
          {
            label: t('listings.fields.weekend'),
            value:
              pricing.weekendNightMinor === null
                ? t('listings.sameAsBase')
                : moneyText(pricing.weekendNightMinor, currency),
          },
          { label: t('listings.fields.cleaning'), value: moneyText(pricing.cleaningFeeMinor, currency) },
          { label: t('listings.fields.pet'), value: moneyText(pricing.petFeeMinor, currency) },
          {
            label: t('listings.fields.weekly'),
            value: t('listings.units.percent', { amount: pricing.weeklyDiscountBps / 100 }),
          },
          {
            label: t('listings.fields.monthly'),
            value: t('listings.units.percent', { amount: pricing.monthlyDiscountBps / 100 }),
          },
          ...(pricing.dateOverrides.length > 0
            ? [
                {
                  label: t('listings.fields.special'),
                  value: t('listings.units.special', { smart_count: pricing.dateOverrides.length }),
                },
              ]
            : []),
        ]
  return (
    <EditCard
      title={t('listings.price')}
      record={listing}
      resource="listings"
      verb="set-pricing"
      capability="listing.write"
      touches={['claims']}
      saved={t('listings.saved', { what: t('listings.price'), title: listing.title })}
      note={t('listings.futureOnly')}
      lines={lines}
      draftOf={draftOf}
      read={read}
      form={(draft, set) => {
        const found = parse(draft, listing)
        const wrong = (value: number | null | undefined) =>
          value === null ? t('listings.badAmount') : undefined
        const percent = (value: number | null, most: number) =>
          value === null ? t('listings.percent', { most }) : undefined
        return (
          <>
            <div className={styles['two']}>
              <NumberInput
                label={t('listings.fields.base')}
                unit={listing.currency}
                value={draft.base}
                error={found.base === 0 ? t('listings.aboveZero') : wrong(found.base)}
                onChange={(base) => set({ base })}
              />
              <NumberInput
                label={t('listings.fields.weekend')}
                unit={listing.currency}
                value={draft.weekend}
                error={wrong(found.weekend)}
                onChange={(weekend) => set({ weekend })}
              />
              <NumberInput
                label={t('listings.fields.cleaning')}
                unit={listing.currency}
                value={draft.cleaning}
                error={wrong(found.cleaning)}
                onChange={(cleaning) => set({ cleaning })}
              />
              <NumberInput
                label={t('listings.fields.pet')}
                unit={listing.currency}
                value={draft.pet}
                error={wrong(found.pet)}
                onChange={(pet) => set({ pet })}
              />
              <NumberInput
                label={t('listings.fields.weekly')}
                unit="%"
                value={draft.weekly}
                error={percent(found.weekly, MAX_WEEKLY)}
                onChange={(weekly) => set({ weekly })}
              />
              <NumberInput
                label={t('listings.fields.monthly')}
                unit="%"
                value={draft.monthly}
                error={percent(found.monthly, MAX_MONTHLY)}
                onChange={(monthly) => set({ monthly })}
              />
            </div>
            <p className="cap c">{t('listings.weekendEmpty')}</p>
          </>
        )
      }}
    />
  )
}
