import type { z } from 'zod'
import { zAvailabilityRules, type AvailabilityRules } from '@hearth/contracts/listing'
import { SHORT_WEEKDAYS, WEEKDAYS } from '@hearth/contracts/kernel/calendarNames'
import type { Listing } from '../../data/records/records.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { EditCard } from '../../components/form/EditCard.tsx'
import type { Line } from '../../components/form/EditForm.tsx'
import type { FieldsForm } from '../../components/form/useCommandForm.ts'
import styles from '../page/ListingPage.module.css'
import { NumberField } from '../../components/form/fields/NumberField.tsx'

/** The bounds of each number in the schema. */
const BOUNDS = {
  minNights: [1, 365],
  maxNights: [1, 365],
  advanceNoticeHours: [0, 168],
  bookingWindowDays: [30, 730],
  prepNights: [0, 2],
  annualNightCap: [1, 366],
} as const

const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0]

const DayChoice = ({
  legend,
  chosen,
  onChange,
}: {
  legend: string
  chosen: readonly number[]
  onChange: (days: number[]) => void
}) => (
  <fieldset>
    <legend className={styles['legend']}>{legend}</legend>
    <div className={styles['days']}>
      {MONDAY_FIRST.map((day) => {
        const name = WEEKDAYS[day] ?? ''
        return (
          <label key={day}>
            <Checkbox
              label={`${legend} ${name}`}
              checked={chosen.includes(day)}
              onChange={() =>
                onChange(
                  chosen.includes(day)
                    ? chosen.filter((one) => one !== day)
                    : [...chosen, day].toSorted((a, b) => a - b),
                )
              }
            />
            <span aria-hidden>{SHORT_WEEKDAYS[day]}</span>
          </label>
        )
      })}
    </div>
  </fieldset>
)

/** The rules as the card shows them. */
const describeRules = (rules: AvailabilityRules, t: Text): readonly Line[] => {
  const nights = (count: number) => t('listings.units.nights', { smart_count: count })
  const daysText = (days: readonly number[]) =>
    days.length === 0
      ? t('listings.anyDayOpen')
      : t('listings.closedDays', {
          days: MONDAY_FIRST.filter((day) => days.includes(day))
            .map((day) => SHORT_WEEKDAYS[day])
            .join(', '),
        })
  return [
    { label: t('listings.fields.minNights'), value: nights(rules.minNights) },
    { label: t('listings.fields.maxNights'), value: nights(rules.maxNights) },
    {
      label: t('listings.fields.notice'),
      value:
        rules.advanceNoticeHours === 0
          ? t('listings.sameDay')
          : t('listings.units.hours', { smart_count: rules.advanceNoticeHours }),
    },
    {
      label: t('listings.fields.window'),
      value: t('listings.units.days', { smart_count: rules.bookingWindowDays }),
    },
    {
      label: t('listings.fields.prep'),
      value: rules.prepNights === 0 ? t('listings.nothing') : nights(rules.prepNights),
    },
    { label: t('listings.fields.arrivalDays'), value: daysText(rules.closedToArrival) },
    { label: t('listings.fields.departureDays'), value: daysText(rules.closedToDeparture) },
    {
      label: t('listings.fields.cap'),
      value: rules.annualNightCap === null ? t('listings.noCap') : nights(rules.annualNightCap),
    },
  ]
}

type Form = FieldsForm<z.input<typeof zAvailabilityRules>, AvailabilityRules>

const NumberFields = ({ form: { control, values } }: { form: Form }) => {
  const t = useText()
  const over = Number(values.minNights) > Number(values.maxNights)
  const bounded = (name: keyof typeof BOUNDS) => {
    const [least, most] = BOUNDS[name]
    return { control, wrong: t('listings.whole', { least, most }) }
  }
  return (
    <div className={styles['two']}>
      <NumberField
        {...bounded('minNights')}
        name="minNights"
        label={t('listings.fields.minNights')}
        unit={t('listings.nightsUnit')}
        {...(over && { wrong: t('listings.minOverMax') })}
      />
      <NumberField
        {...bounded('maxNights')}
        name="maxNights"
        label={t('listings.fields.maxNights')}
        unit={t('listings.nightsUnit')}
        rechecks={['minNights']}
      />
      <NumberField
        {...bounded('advanceNoticeHours')}
        name="advanceNoticeHours"
        label={t('listings.fields.notice')}
        unit={t('listings.hoursUnit')}
      />
      <NumberField
        {...bounded('bookingWindowDays')}
        name="bookingWindowDays"
        label={t('listings.fields.window')}
        unit={t('listings.daysUnit')}
      />
      <NumberField
        {...bounded('prepNights')}
        name="prepNights"
        label={t('listings.fields.prep')}
        unit={t('listings.nightsUnit')}
      />
      <NumberField
        {...bounded('annualNightCap')}
        optional
        name="annualNightCap"
        label={t('listings.fields.cap')}
        note={t('listings.optional', { what: t('listings.noCap') })}
        unit={t('listings.nightsUnit')}
      />
    </div>
  )
}

const RulesFields = ({ form }: { form: Form }) => {
  const t = useText()
  const { values, set } = form
  return (
    <>
      <NumberFields form={form} />
      <DayChoice
        legend={t('listings.fields.arrivals')}
        chosen={values.closedToArrival ?? []}
        onChange={(closedToArrival) => set({ closedToArrival })}
      />
      <DayChoice
        legend={t('listings.fields.departures')}
        chosen={values.closedToDeparture ?? []}
        onChange={(closedToDeparture) => set({ closedToDeparture })}
      />
    </>
  )
}

/** The booking rules. Existing bookings do not change. */
export const RulesCard = ({ listing }: { listing: Listing }) => {
  const t = useText()
  return (
    <EditCard
      title={t('listings.rules')}
      record={listing}
      resource="listings"
      verb="set-availability-rules"
      capability="listing.write"
      touches={['claims']}
      saved={t('listings.saved', { what: t('listings.rules'), title: listing.title })}
      note={t('listings.futureOnly')}
      lines={({ rules }) => describeRules(rules, t)}
      schema={zAvailabilityRules}
      values={({ rules }) => rules}
      change={(rules) => ({ body: { rules }, patch: { rules } })}
      form={(form) => <RulesFields form={form} />}
    />
  )
}
