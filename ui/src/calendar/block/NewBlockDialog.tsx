import { useId, useState } from 'react'
import { Button, Dialog, OutlinedInput, Select } from '@mui/material'
import { useGetList } from 'react-admin'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Field } from '../../components/form/Field.tsx'
import { addDays, nightsBetween, todayIn, type LocalDate } from '../../components/dates/localDate.ts'
import { BlockFields, noDetails } from './BlockFields.tsx'
import styles from './BlockForm.module.css'
import { Refusal } from './Refusal.tsx'
import { useDateProblems } from './useDateProblems.ts'
import { useCreateBlock } from './useCreateBlock.ts'

type Props = { listingId: string | undefined; onClose: () => void; onDone: (start: LocalDate) => void }

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
  const today = todayIn(listing?.timezone ?? 'UTC')
  const [dates, setDates] = useState<{ start: LocalDate; end: LocalDate } | null>(null)
  const { start, end } = dates ?? { start: today, end: addDays(today, 1) }
  const [details, setDetails] = useState(noDetails)
  const { create, pending, paused, error } = useCreateBlock(listing, (created) => onDone(created.start))
  const problems = useDateProblems({ start, end }, today)
  const count = problems.start === undefined && problems.end === undefined ? nightsBetween(start, end) : 0
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs">
      <form
        className={styles['dialog']}
        onSubmit={(event) => {
          event.preventDefault()
          if (count > 0) create({ start, end }, details)
        }}
      >
        <h2 id={id}>{t('calendar.newBlock')}</h2>
        <Field label={t('blocks.listing')}>
          {({ error: _error, ...field }) => (
            <Select
              native
              value={listing?.id ?? ''}
              onChange={({ target }) => setChosen(target.value)}
              inputProps={field}
            >
              {listings.map(({ id: each, title, place }) => (
                <option key={each} value={each}>
                  {title}, {place}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className={styles['dates']}>
          <Field label={t('blocks.from')} error={problems.start}>
            {({ error: wrong, ...field }) => (
              <OutlinedInput
                type="date"
                error={wrong}
                value={start}
                onChange={({ target }) =>
                  setDates({
                    start: target.value,
                    end: end > target.value || target.value === '' ? end : addDays(target.value, 1),
                  })
                }
                inputProps={{ ...field, min: today, required: true }}
              />
            )}
          </Field>
          <Field label={t('blocks.until')} error={problems.end}>
            {({ error: wrong, ...field }) => (
              <OutlinedInput
                type="date"
                error={wrong}
                value={end}
                onChange={({ target }) => setDates({ start, end: target.value })}
                inputProps={{ ...field, min: today, required: true }}
              />
            )}
          </Field>
        </div>
        <BlockFields value={details} onChange={setDetails} maxGuests={listing?.maxGuests ?? 1} />
        <Refusal error={error} />
        <div className={styles['actions']}>
          <Button onClick={onClose}>{t('app.close')}</Button>
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
        <p className="cap c">{t(paused ? 'calendar.waits' : 'calendar.undoable')}</p>
      </form>
    </Dialog>
  )
}
