import { useState } from 'react'
import { Button } from '@mui/material'
import { overlaps } from '@hearth/contracts/kernel/dates'
import { nightPrice } from '@hearth/contracts/listing'
import { BlockFields, noDetails } from '../block/BlockFields.tsx'
import { Refusal } from '../block/Refusal.tsx'
import { useMakeBlock } from '../block/useMakeBlock.ts'
import { useOwnerNights } from '../block/useOwnerNights.ts'
import { useLock } from '../../session/session.ts'
import { useText } from '../../i18n/text.ts'
import { nightsBetween, nightsOf, type LocalDate } from '../../components/dates/localDate.ts'
import { Money } from '../../components/display/Money.tsx'
import type { CalendarRow } from '../rows/calendarRow.ts'
import { useLockText } from '../../components/feedback/useLockText.ts'
import styles from '../Calendar.module.css'
import { useBarText } from './useBarText.ts'

type Props = { row: CalendarRow; start: LocalDate; end: LocalDate; onWhy: () => void; onDone: () => void }

/** What blocking these nights costs and means, beside the button that does it. */
export const BlockPanel = ({ row, start, end, onWhy, onDone }: Props) => {
  const t = useText()
  const { labelOf } = useBarText()
  const lock = useLock('block.write')
  const lockText = useLockText('block.write')
  const mayBlock = lock === undefined
  const [details, setDetails] = useState(noDetails)
  const { listing, bars, today } = row
  const { pricing } = listing
  const { make, pending, paused, error } = useMakeBlock(listing, onDone)
  const owner = useOwnerNights(listing.id, { start, end }, details.kind === 'owner_stay')
  const inTheWay = pending || paused ? [] : bars.filter(({ claim }) => overlaps(claim, { start, end }))
  const count = nightsBetween(start, end)
  const why = (
    <button type="button" className="link" onClick={onWhy}>
      {t('calendar.why')}
    </button>
  )

  if (!mayBlock || start < today || inTheWay.length > 0) {
    return (
      <>
        {mayBlock && start < today && <p>{t('calendar.inThePast')}</p>}
        {inTheWay.length > 0 && (
          <div>
            <p>{t('calendar.taken')}</p>
            <ul className={styles['conflicts']}>
              {inTheWay.map((bar) => (
                <li key={bar.claim.id}>{labelOf(bar)}</li>
              ))}
            </ul>
          </div>
        )}
        <Button variant="contained" color="primary" disabled>
          {t('calendar.blockNights', { smart_count: count })}
        </Button>
        <p className={styles['under']}>
          <span>{mayBlock ? '' : lock === 'role' ? t('calendar.readOnly') : lockText}</span>
          {why}
        </p>
      </>
    )
  }
  return (
    <form
      style={{ display: 'contents' }}
      onSubmit={(event) => {
        event.preventDefault()
        make({ start, end }, details)
      }}
    >
      <BlockFields value={details} onChange={setDetails} maxGuests={listing.maxGuests} />
      <dl className={styles['facts']}>
        {pricing !== null && (
          <div>
            <dt>{t('calendar.openPrice')}</dt>
            <dd>
              <Money
                amountMinor={nightsOf(start, end).reduce((sum, night) => sum + nightPrice(pricing, night), 0)}
                currency={listing.currency}
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
      <Refusal error={error} />
      <Button
        type="submit"
        variant="contained"
        color="primary"
        loading={pending && !paused}
        disabled={paused}
      >
        {t('calendar.blockNights', { smart_count: count })}
      </Button>
      <p className={styles['under']}>
        <span>{t(paused ? 'calendar.waits' : 'calendar.undoable')}</span>
        {why}
      </p>
    </form>
  )
}
