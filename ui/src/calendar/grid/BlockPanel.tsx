import { useState, type ReactNode } from 'react'
import { Button } from '@mui/material'
import { overlaps } from '@hearth/contracts/kernel/dates'
import { nightPrice } from '@hearth/contracts/listing'
import { BlockFields, noDetails } from '../block/BlockFields.tsx'
import { Refusal } from '../block/Refusal.tsx'
import { useCreateBlock } from '../block/useCreateBlock.ts'
import { useOwnerNights } from '../block/useOwnerNights.ts'
import { useCan, useLock } from '../../session/session.ts'
import { useText } from '../../i18n/text.ts'
import { nightsBetween, listNights, type LocalDate } from '../../components/dates/localDate.ts'
import { Money } from '../../components/display/Money.tsx'
import type { CalendarRow } from '../rows/calendarRow.ts'
import { useLockText } from '../../components/feedback/useLockText.ts'
import styles from '../Calendar.module.css'
import type { Bar } from './layoutBars.ts'
import { useBarText } from './useBarText.ts'

type Props = { row: CalendarRow; start: LocalDate; end: LocalDate; onWhy: () => void; onDone: () => void }

/** Why these nights can't be blocked. */
const Unavailable = ({
  row,
  start,
  end,
  onWhy,
  inTheWay,
}: Omit<Props, 'onDone'> & { inTheWay: readonly Bar[] }) => {
  const t = useText()
  const { formatLabel } = useBarText()
  const lock = useLock('block.write')
  const lockText = useLockText('block.write')
  const mayBlock = lock === undefined
  return (
    <>
      {mayBlock && start < row.today && <p>{t('calendar.inThePast')}</p>}
      {inTheWay.length > 0 && (
        <div>
          <p>{t('calendar.taken')}</p>
          <ul className={styles['conflicts']}>
            {inTheWay.map((bar) => (
              <li key={bar.claim.id}>{formatLabel(bar)}</li>
            ))}
          </ul>
        </div>
      )}
      <Button variant="contained" color="primary" disabled>
        {t('calendar.blockNights', { smart_count: nightsBetween(start, end) })}
      </Button>
      <Footnote onWhy={onWhy}>{mayBlock ? '' : lock === 'role' ? t('calendar.readOnly') : lockText}</Footnote>
    </>
  )
}

const Footnote = ({ children, onWhy }: { children: ReactNode; onWhy: () => void }) => {
  const t = useText()
  return (
    <p className={styles['under']}>
      <span>{children}</span>
      <button type="button" className="link" onClick={onWhy}>
        {t('calendar.why')}
      </button>
    </p>
  )
}

/** What the nights would earn, how many owner nights are left, and when guests see the change. */
const BlockCosts = ({
  row: { listing, overrides },
  start,
  end,
  owner,
}: {
  row: CalendarRow
  start: LocalDate
  end: LocalDate
  owner: ReturnType<typeof useOwnerNights>
}) => {
  const t = useText()
  const { pricing, currency } = listing
  return (
    <dl className={styles['facts']}>
      {pricing !== null && (
        <div>
          <dt>{t('calendar.openPrice')}</dt>
          <dd>
            <Money
              amountMinor={listNights(start, end).reduce(
                (sum, night) => sum + nightPrice(pricing, night, overrides[night]),
                0,
              )}
              currency={currency}
            />
          </dd>
        </div>
      )}
      {owner && (
        <div>
          <dt>{t('calendar.ownerNights', { year: owner.year })}</dt>
          <dd className="num">
            {owner.limit === null
              ? t('calendar.ownerNightsAfter', { used: owner.used, after: owner.after })
              : t('calendar.ownerNightsThen', { used: owner.used, limit: owner.limit, after: owner.after })}
          </dd>
        </div>
      )}
      <div>
        <dt>{t('calendar.guestsSee')}</dt>
        <dd>{t('calendar.atOnce')}</dd>
      </div>
    </dl>
  )
}

/** The form that blocks the selected nights, with its cost. */
export const BlockPanel = ({ row, start, end, onWhy, onDone }: Props) => {
  const t = useText()
  const mayBlock = useCan('block.write')
  const [details, setDetails] = useState(noDetails)
  const { listing, bars, today } = row
  const { create, pending, paused, error } = useCreateBlock(listing, onDone)
  const owner = useOwnerNights(listing.id, { start, end }, details.kind === 'owner_stay')
  const inTheWay = pending || paused ? [] : bars.filter(({ claim }) => overlaps(claim, { start, end }))
  if (!mayBlock || start < today || inTheWay.length > 0)
    return <Unavailable row={row} start={start} end={end} inTheWay={inTheWay} onWhy={onWhy} />
  return (
    <form
      style={{ display: 'contents' }}
      onSubmit={(event) => {
        event.preventDefault()
        create({ start, end }, details)
      }}
    >
      <BlockFields value={details} onChange={setDetails} maxGuests={listing.maxGuests} />
      <BlockCosts row={row} start={start} end={end} owner={owner} />
      <Refusal error={error} />
      <Button
        type="submit"
        variant="contained"
        color="primary"
        loading={pending && !paused}
        disabled={paused}
      >
        {t('calendar.blockNights', { smart_count: nightsBetween(start, end) })}
      </Button>
      <Footnote onWhy={onWhy}>{t(paused ? 'app.waits' : 'calendar.undoable')}</Footnote>
    </form>
  )
}
