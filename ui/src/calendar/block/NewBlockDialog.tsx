import { useId, useState } from 'react'
import { Button, Dialog, Select } from '@mui/material'
import { useGetList } from 'react-admin'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { DateRangeInput } from '../../components/date-fields/DateRangeInput.tsx'
import { isDate } from '../../components/date-fields/useTypedDate.ts'
import { Field } from '../../components/form/Field.tsx'
import { addDays, nightsBetween, todayIn, type LocalDate } from '../../components/dates/localDate.ts'
import { BlockFields, noDetails } from './BlockFields.tsx'
import styles from './BlockForm.module.css'
import { Refusal } from './Refusal.tsx'
import { useDateProblems } from './useDateProblems.ts'
import { useCreateBlock } from './useCreateBlock.ts'
import { useListingNights } from '../rows/useListingNights.ts'

type Props = { listingId: string | undefined; onClose: () => void; onDone: (start: LocalDate) => void }

const ListingSelect = ({
  listings,
  chosen,
  onChoose,
}: {
  listings: readonly Listing[]
  chosen: string
  onChoose: (id: string) => void
}) => {
  const t = useText()
  return (
    <Field label={t('blocks.listing')}>
      {({ error: _error, ...field }) => (
        <Select native value={chosen} onChange={({ target }) => onChoose(target.value)} inputProps={field}>
          {listings.map(({ id, title, place }) => (
            <option key={id} value={id}>
              {title}, {place}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

type Dates = Readonly<{ start: LocalDate; end: LocalDate }>

/** The last night follows when the first one passes it. */
const followStart = (before: Dates, { start, end }: Dates): Dates =>
  start !== before.start && isDate(start) && end <= start ? { start, end: addDays(start, 1) } : { start, end }

/** Blocks nights by typing dates instead of dragging. */
export const NewBlockDialog = ({ listingId, onClose, onDone }: Props) => {
  const t = useText()
  const id = useId()
  const { data: listings = [] } = useGetList<Listing>('listings', {
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'title', order: 'ASC' },
  })
  const [chosen, setChosen] = useState(listingId ?? '')
  const listing = listings.find((one) => one.id === chosen) ?? listings[0]
  const nights = useListingNights(listing?.id)
  const today = todayIn(listing?.timezone ?? 'UTC')
  const [typed, setTyped] = useState<Dates | null>(null)
  const dates = typed ?? { start: today, end: addDays(today, 1) }
  const [details, setDetails] = useState(noDetails)
  const { create, pending, paused, error } = useCreateBlock(listing, (created) => onDone(created.start))
  const problems = useDateProblems(dates, today)
  const isValid = problems.start === undefined && problems.end === undefined
  const count = isValid ? nightsBetween(dates.start, dates.end) : 0
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <form
        className={styles['dialog']}
        onSubmit={(event) => {
          event.preventDefault()
          if (count > 0) create(dates, details)
        }}
      >
        <h2 id={id}>{t('calendar.newBlock')}</h2>
        <ListingSelect listings={listings} chosen={listing?.id ?? ''} onChoose={setChosen} />
        <DateRangeInput
          kind="nights"
          labels={{ start: t('blocks.from'), end: t('blocks.until') }}
          pair={dates}
          errors={problems}
          min={today}
          required
          nights={nights}
          onChange={(changed) => setTyped(followStart(dates, changed))}
        />
        <BlockFields value={details} onChange={setDetails} maxGuests={listing?.maxGuests ?? 1} />
        <Refusal error={error} />
        <div className={styles['actions']}>
          <Button onClick={onClose}>{t('blocks.cancel')}</Button>
          <Button
            type="submit"
            variant="contained"
            color="primary"
            loading={pending && !paused}
            disabled={count === 0 || paused || !listing}
          >
            {t('calendar.blockNights', { smart_count: count })}
          </Button>
        </div>
        <p className="cap c">{t(paused ? 'app.waits' : 'calendar.undoable')}</p>
      </form>
    </Dialog>
  )
}
