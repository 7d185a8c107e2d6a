import type { AvailabilityRules } from '@hearth/contracts/listing'
import { SHORT_WEEKDAYS, WEEKDAYS } from '@hearth/contracts/kernel/calendarNames'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { EditCard, type Reading } from '../../components/form/EditCard.tsx'
import { parseWhole } from '../../components/form/amountInput.ts'
import styles from '../page/ListingPage.module.css'
import { NumberInput } from '../../components/form/NumberInput.tsx'

type Numbers = 'minNights' | 'maxNights' | 'notice' | 'window' | 'prep' | 'cap'
type Draft = Readonly<
  Record<Numbers, string> & { arrivals: readonly number[]; departures: readonly number[] }
>

/** The same bounds as the command's. */
const BOUNDS: Record<Numbers, readonly [least: number, most: number]> = {
  minNights: [1, 365],
  maxNights: [1, 365],
  notice: [0, 168],
  window: [30, 730],
  prep: [0, 2],
  cap: [1, 366],
}
const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0]

const draftOf = ({ rules }: Listing): Draft => ({
  minNights: String(rules.minNights),
  maxNights: String(rules.maxNights),
  notice: String(rules.advanceNoticeHours),
  window: String(rules.bookingWindowDays),
  prep: String(rules.prepNights),
  cap: rules.annualNightCap === null ? '' : String(rules.annualNightCap),
  arrivals: rules.closedToArrival,
  departures: rules.closedToDeparture,
})

const number = (draft: Draft, name: Numbers) => parseWhole(draft[name], ...BOUNDS[name])

const read = (draft: Draft, { rules }: Listing): Reading<Listing> => {
  const [minNights, maxNights, notice, window, prep] = (
    ['minNights', 'maxNights', 'notice', 'window', 'prep'] as const
  ).map((name) => number(draft, name))
  const cap = draft.cap.trim() === '' ? undefined : number(draft, 'cap')
  if (
    minNights == null ||
    maxNights == null ||
    notice == null ||
    window == null ||
    prep == null ||
    cap === null ||
    minNights > maxNights
  )
    return null
  const next: AvailabilityRules = {
    ...rules,
    minNights,
    maxNights,
    advanceNoticeHours: notice,
    bookingWindowDays: window,
    prepNights: prep,
    annualNightCap: cap ?? null,
    closedToArrival: [...draft.arrivals],
    closedToDeparture: [...draft.departures],
  }
  return { body: { rules: next }, patch: { rules: next } }
}

const DayChoice = ({
  legend,
  chosen,
  onChange,
}: {
  legend: string
  chosen: readonly number[]
  onChange: (days: readonly number[]) => void
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

/** Who may book when. Existing bookings are not touched. */
export const RulesCard = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const nights = (count: number) => t('listings.units.nights', { smart_count: count })
  const daysText = (days: readonly number[]) =>
    days.length === 0
      ? t('listings.anyDayOpen')
      : MONDAY_FIRST.filter((day) => days.includes(day))
          .map((day) => SHORT_WEEKDAYS[day])
          .join(', ')
  const lines = ({ rules }: Listing) => [
    { label: t('listings.fields.minNights'), value: nights(rules.minNights) },
    { label: t('listings.fields.maxNights'), value: nights(rules.maxNights) },
    {
      label: t('listings.fields.notice'),
      value: t('listings.units.hours', { smart_count: rules.advanceNoticeHours }),
    },
    {
      label: t('listings.fields.window'),
      value: t('listings.units.days', { smart_count: rules.bookingWindowDays }),
    },
    { label: t('listings.fields.prep'), value: nights(rules.prepNights) },
    { label: t('listings.fields.arrivals'), value: daysText(rules.closedToArrival) },
    { label: t('listings.fields.departures'), value: daysText(rules.closedToDeparture) },
    {
      label: t('listings.fields.cap'),
      value: rules.annualNightCap === null ? t('listings.noCap') : nights(rules.annualNightCap),
    },
  ]
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
      lines={lines}
      draftOf={draftOf}
      read={read}
      form={(draft, set) => {
        const field = (name: Numbers, unit: string, empty?: string) => {
          const [least, most] = BOUNDS[name]
          const wrong = (empty === undefined || draft[name].trim() !== '') && number(draft, name) === null
          const over = name === 'minNights' && !wrong && Number(draft.minNights) > Number(draft.maxNights)
          return (
            <NumberInput
              label={t(`listings.fields.${name}`)}
              unit={unit}
              value={draft[name]}
              {...(empty === undefined ? {} : { empty })}
              error={
                wrong ? t('listings.whole', { least, most }) : over ? t('listings.minOverMax') : undefined
              }
              onChange={(text) => set({ [name]: text } as Partial<Draft>)}
            />
          )
        }
        return (
          <>
            <div className={styles['two']}>
              {field('minNights', t('listings.nightsUnit'))}
              {field('maxNights', t('listings.nightsUnit'))}
              {field('notice', t('listings.hoursUnit'))}
              {field('window', t('listings.daysUnit'))}
              {field('prep', t('listings.nightsUnit'))}
              {field('cap', t('listings.nightsUnit'), t('listings.optional', { what: t('listings.noCap') }))}
            </div>
            <DayChoice
              legend={t('listings.fields.arrivals')}
              chosen={draft.arrivals}
              onChange={(arrivals) => set({ arrivals })}
            />
            <DayChoice
              legend={t('listings.fields.departures')}
              chosen={draft.departures}
              onChange={(departures) => set({ departures })}
            />
          </>
        )
      }}
    />
  )
}
