import { useState } from 'react'
import { Button } from '@mui/material'
import type { OverrideChange } from '@hearth/contracts/listing'
import { listNights, nightsBetween, weekday, type LocalDate } from '../../components/dates/localDate.ts'
import { Money } from '../../components/display/Money.tsx'
import { useLockText } from '../../components/feedback/useLockText.ts'
import { problemText } from '../../data/http/problems.ts'
import { useText } from '../../i18n/text.ts'
import { useCan } from '../../session/session.ts'
import calendar from '../Calendar.module.css'
import type { CalendarRow } from '../rows/calendarRow.ts'
import { OtherListings } from './OtherListings.tsx'
import { computeValue, noPriceDetails, readDetails, USUAL, type PriceDetails } from './priceDetails.ts'
import { PriceFields } from './PriceFields.tsx'
import styles from './PricePanel.module.css'
import { useOverrideNights, type OverrideResult } from './useOverrideNights.ts'

type Props = Readonly<{
  row: CalendarRow
  /** All rows of the calendar: the change can go to other listings as well. */
  rows: readonly CalendarRow[]
  start: LocalDate
  end: LocalDate
  onDone: () => void
}>

/** What guests pay for the selected nights, now and after the change. */
const Value = ({
  row,
  start,
  end,
  details,
  change,
}: Omit<Props, 'rows' | 'onDone'> & {
  details: PriceDetails
  change: OverrideChange
}) => {
  const t = useText()
  const { listing, overrides } = row
  const value = computeValue(listing, overrides, { start, end, weekdays: details.weekdays }, change)
  if (value === null) return null
  return (
    <dl className={calendar['facts']} aria-live="polite">
      <div>
        <dt>{t('calendar.price.before', { smart_count: value.nights })}</dt>
        <dd>
          <Money amountMinor={value.beforeMinor} currency={listing.currency} />
        </dd>
      </div>
      <div>
        <dt>{t('calendar.price.after')}</dt>
        <dd>
          <Money amountMinor={value.afterMinor} currency={listing.currency} />
        </dd>
      </div>
    </dl>
  )
}

/** The answer of each listing, where one was refused. */
const Results = ({ results }: { results: readonly OverrideResult[] }) => {
  const t = useText()
  if (!results.some(({ error }) => error !== undefined)) return null
  return (
    <ul role="alert" className={styles['results']}>
      {results.map(({ listing, error }) => (
        <li key={listing.id} className={error === undefined ? '' : 'bad-ink'}>
          {error === undefined
            ? t('calendar.price.savedAt', { listing: listing.title })
            : t('calendar.price.failedAt', { listing: listing.title, reason: problemText(error, t) })}
        </li>
      ))}
    </ul>
  )
}

/** Whether all of the nights are closed now, by their overrides or the rules of their weekdays. */
const readClosed = ({ listing: { rules }, overrides }: CalendarRow, nights: readonly LocalDate[]) => ({
  arrival: nights.every(
    (date) => overrides[date]?.closedToArrival ?? rules.closedToArrival.includes(weekday(date)),
  ),
  departure: nights.every(
    (date) => overrides[date]?.closedToDeparture ?? rules.closedToDeparture.includes(weekday(date)),
  ),
})

/** Sends the change to the selected listing and the others that were chosen. */
const usePriceForm = ({ row, rows, start, end, onDone }: Props) => {
  const [details, setDetails] = useState(noPriceDetails)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { listing } = row
  const { send, pending, paused, results } = useOverrideNights(onDone)
  const { change, problem } = readDetails(details, listing)
  // An amount is in one currency; a percentage fits all of them.
  const others = rows
    .map((each) => each.listing)
    .filter(({ id }) => id !== listing.id)
    .filter(({ currency }) => change.price?.kind !== 'amount' || currency === listing.currency)
  const targets = [listing, ...others.filter(({ id }) => chosen.includes(id))]
  const saved = new Set(results.filter(({ error }) => error === undefined).map((each) => each.listing.id))
  const apply = (wanted: OverrideChange) =>
    send({
      listings: targets.filter(({ id }) => !saved.has(id)),
      body: { start, end, weekdays: details.weekdays, change: wanted },
    })
  return { details, setDetails, chosen, setChosen, change, problem, others, apply, pending, paused, results }
}

const PriceForm = (props: Props) => {
  const { row, start, end } = props
  const t = useText()
  const form = usePriceForm(props)
  const { details, change, problem, pending, paused } = form
  const nights = listNights(start, end)
  const hasOverride = nights.some((date) => row.overrides[date] !== undefined)
  const nothing = Object.keys(change).length === 0
  return (
    <form
      style={{ display: 'contents' }}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (problem === null && !nothing) form.apply(change)
      }}
    >
      <PriceFields
        value={details}
        set={(part) => form.setDetails((now) => ({ ...now, ...part }))}
        listing={row.listing}
        start={start}
        end={end}
        problem={problem}
        closed={readClosed(row, nights)}
      />
      <OtherListings listings={form.others} chosen={form.chosen} onChange={form.setChosen} />
      <Value row={row} start={start} end={end} details={details} change={change} />
      <Results results={form.results} />
      <Button
        type="submit"
        variant="contained"
        color="primary"
        loading={pending && !paused}
        disabled={paused || nothing || problem !== null}
      >
        {t('calendar.price.save')}
      </Button>
      {hasOverride && (
        <Button disabled={pending} onClick={() => form.apply(USUAL)}>
          {t('calendar.price.reset')}
        </Button>
      )}
      <p className={calendar['under']}>{t(paused ? 'app.waits' : 'calendar.undoable')}</p>
    </form>
  )
}

/** The form that prices the selected nights, or why that cannot be done. */
export const PricePanel = (props: Props) => {
  const t = useText()
  const mayPrice = useCan('listing.write')
  const lockText = useLockText('listing.write')
  const { row, start, end } = props
  if (!mayPrice) return <p>{lockText}</p>
  if (start < row.today) return <p>{t('calendar.inThePast')}</p>
  if (row.listing.pricing === null) return <p>{t('calendar.price.noPrice')}</p>
  return <PriceForm key={`${row.listing.id}${start}${nightsBetween(start, end)}`} {...props} />
}
