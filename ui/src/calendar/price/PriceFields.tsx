import { OutlinedInput, Select } from '@mui/material'
import { selectNights } from '@hearth/contracts/listing'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { Field } from '../../components/form/Field.tsx'
import {
  addDays,
  nightsBetween,
  weekday,
  weekdayName,
  type LocalDate,
} from '../../components/dates/localDate.ts'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import forms from '../block/BlockForm.module.css'
import { MAX_PERCENT, MIN_PERCENT, PRICE_MODES, type PriceDetails, type PriceMode } from './priceDetails.ts'
import styles from './PricePanel.module.css'

type Set = (part: Partial<PriceDetails>) => void
type Props = Readonly<{
  value: PriceDetails
  set: Set
  listing: Listing
  start: LocalDate
  end: LocalDate
  /** The field that is wrong. */
  problem: 'amount' | 'percent' | 'minNights' | 'maxNights' | null
  /** Whether all of the nights are closed now. */
  closed: Readonly<{ arrival: boolean; departure: boolean }>
}>

const PriceField = ({
  value,
  set,
  listing,
  problem,
}: Pick<Props, 'value' | 'set' | 'listing' | 'problem'>) => {
  const t = useText()
  const { mode } = value
  const isWrong = problem === 'amount' || problem === 'percent'
  const isTyped = mode === 'amount' || mode === 'percent'
  return (
    <div className={isTyped ? styles['price'] : undefined}>
      <Field label={t('calendar.price.mode')}>
        {({ error: _error, ...field }) => (
          <Select
            native
            size="small"
            value={mode}
            onChange={({ target }) => set({ mode: target.value as PriceMode })}
            inputProps={field}
          >
            {PRICE_MODES.map((each) => (
              <option key={each} value={each}>
                {t(`calendar.price.modes.${each}`, { currency: listing.currency })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {isTyped && (
        <Field
          label={t(`calendar.price.value.${mode}`, { currency: listing.currency })}
          error={
            isWrong ? t(`calendar.price.wrong.${mode}`, { min: MIN_PERCENT, max: MAX_PERCENT }) : undefined
          }
        >
          {({ error, ...field }) => (
            <OutlinedInput
              size="small"
              value={value[mode]}
              error={error}
              onChange={({ target }) => set({ [mode]: target.value })}
              inputProps={{
                ...field,
                inputMode: 'decimal',
                autoComplete: 'off',
                maxLength: 16,
                'data-first': true,
              }}
            />
          )}
        </Field>
      )}
    </div>
  )
}

/** Which weekdays of a range; none chosen means every night. */
const Weekdays = ({ value, set, start, end }: Pick<Props, 'value' | 'set' | 'start' | 'end'>) => {
  const t = useText()
  const present = new Set(selectNights({ start, end, weekdays: [] }).map(weekday))
  // A week from Monday on, so that names are in the order of the grid.
  const week = Array.from({ length: 7 }, (_, day) => addDays('2024-01-01', day)).filter((date) =>
    present.has(weekday(date)),
  )
  return (
    <div role="group" aria-label={t('calendar.price.weekdays')} className={styles['weekdays']}>
      <span aria-hidden>{t('calendar.price.weekdays')}</span>
      {week.map((date) => {
        const day = weekday(date)
        const isOn = value.weekdays.includes(day)
        return (
          <button
            key={day}
            type="button"
            aria-pressed={isOn}
            onClick={() =>
              set({
                weekdays: isOn ? value.weekdays.filter((each) => each !== day) : [...value.weekdays, day],
              })
            }
          >
            {weekdayName(date)}
          </button>
        )
      })}
    </div>
  )
}

/** Price, minimum stay and closed days of the selected nights. */
export const PriceFields = ({ value, set, listing, start, end, problem, closed }: Props) => {
  const t = useText()
  const check = (key: 'closedToArrival' | 'closedToDeparture', now: boolean, label: string) => {
    const checked = value[key] ?? now
    return (
      <label>
        <Checkbox label={label} checked={checked} onChange={() => set({ [key]: !checked })} />
        <span aria-hidden>{label}</span>
      </label>
    )
  }
  const minimumError =
    problem === 'minNights'
      ? t('calendar.price.wrong.minNights')
      : problem === 'maxNights'
        ? t('calendar.price.wrong.maxNights', { max: listing.rules.maxNights })
        : undefined
  return (
    <>
      <PriceField value={value} set={set} listing={listing} problem={problem} />
      <Field label={t('calendar.price.minNights', { usual: listing.rules.minNights })} error={minimumError}>
        {({ error, ...field }) => (
          <OutlinedInput
            size="small"
            value={value.minNights}
            error={error}
            onChange={({ target }) => set({ minNights: target.value })}
            inputProps={{ ...field, inputMode: 'numeric', autoComplete: 'off', maxLength: 3 }}
          />
        )}
      </Field>
      <div className={forms['checks']}>
        {check('closedToArrival', closed.arrival, t('calendar.price.noArrival'))}
        {check('closedToDeparture', closed.departure, t('calendar.price.noDeparture'))}
      </div>
      {nightsBetween(start, end) > 1 && <Weekdays value={value} set={set} start={start} end={end} />}
    </>
  )
}
