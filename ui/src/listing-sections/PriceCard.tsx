import type { z } from 'zod'
import type { Currency } from '@hearth/contracts/kernel/money'
import { zPricing, type Pricing } from '@hearth/contracts/listing'
import { useSees } from '../session/session.ts'
import type { Listing } from '../data/records/records.ts'
import { useText, type Text } from '../i18n/text.ts'
import { HiddenNote } from '../components/feedback/HiddenNote.tsx'
import { EditCard } from '../components/form/EditCard.tsx'
import type { Line } from '../components/form/EditForm.tsx'
import type { FieldsForm } from '../components/form/useCommandForm.ts'
import { moneyText } from '../components/display/Money.tsx'
import styles from './PriceCard.module.css'
import { MoneyField, NumberField } from '../components/form/fields/NumberField.tsx'
import '../i18n/lazy/listings.ts'

const MAX_WEEKLY = 50
const MAX_MONTHLY = 70
/** The form of a listing without a price is empty. */
const UNPRICED: Pricing = {
  baseNightMinor: Number.NaN,
  weekendNightMinor: null,
  weekdayOverrides: [],
  dateOverrides: [],
  weeklyDiscountBps: 0,
  monthlyDiscountBps: 0,
  cleaningFeeMinor: 0,
  petFeeMinor: 0,
  extraGuest: null,
}

const percentText = (bps: number, t: Text) =>
  bps === 0 ? t('listings.nothing') : t('listings.units.percent', { amount: bps / 100 })

/** The prices as the card shows them. */
const describePrices = ({ pricing, currency }: Listing, t: Text): readonly Line[] =>
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
        {
          label: t('listings.fields.pet'),
          value: pricing.petFeeMinor === 0 ? t('listings.nothing') : moneyText(pricing.petFeeMinor, currency),
        },
        {
          label: t('listings.fields.weekly'),
          value: percentText(pricing.weeklyDiscountBps, t),
        },
        {
          label: t('listings.fields.monthly'),
          value: percentText(pricing.monthlyDiscountBps, t),
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

const PriceFields = ({
  form: { control, values },
  currency,
}: {
  form: FieldsForm<z.input<typeof zPricing>, Pricing>
  currency: Currency
}) => {
  const t = useText()
  const money = { control, currency, wrong: t('listings.badAmount') }
  const percent = (most: number) => ({
    control,
    unit: '%',
    decimals: 2,
    wrong: t('listings.percent', { most }),
  })
  return (
    <>
      <div className={styles['two']}>
        <MoneyField
          {...money}
          name="baseNightMinor"
          label={t('listings.fields.base')}
          {...(values.baseNightMinor === 0 && { wrong: t('listings.aboveZero') })}
        />
        <MoneyField {...money} optional name="weekendNightMinor" label={t('listings.fields.weekend')} />
        <MoneyField {...money} name="cleaningFeeMinor" label={t('listings.fields.cleaning')} />
        <MoneyField {...money} name="petFeeMinor" label={t('listings.fields.pet')} />
        <NumberField {...percent(MAX_WEEKLY)} name="weeklyDiscountBps" label={t('listings.fields.weekly')} />
        <NumberField
          {...percent(MAX_MONTHLY)}
          name="monthlyDiscountBps"
          label={t('listings.fields.monthly')}
        />
      </div>
      <p className="cap c">{t('listings.weekendEmpty')}</p>
    </>
  )
}

/** The price of a night, fees and discounts. Prices of single nights stay as they are. */
export const PriceCard = ({ listing }: { listing: Listing }) => {
  const t = useText()
  if (!useSees('listing.price')) return <HiddenNote of={['listing.price']} />
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
      lines={(row) => describePrices(row, t)}
      schema={zPricing}
      values={({ pricing }) => pricing ?? UNPRICED}
      change={(pricing) => ({
        body: { pricing },
        patch: { pricing, baseNightMinor: pricing.baseNightMinor },
      })}
      form={(form) => <PriceFields form={form} currency={listing.currency} />}
    />
  )
}
