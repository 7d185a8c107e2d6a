import { useState } from 'react'
import { Button } from '@mui/material'
import type { PhotoshootSlots } from '@hearth/contracts/photoshoot'
import { useLock } from '../session/session.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import {
  formatClock,
  formatDay,
  formatDayWithoutYear,
  wallClock,
  zoneName,
} from '../components/dates/localDate.ts'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { useLockText } from '../components/feedback/useLockText.ts'
import styles from './Photoshoot.module.css'

type Slots = PhotoshootSlots['slots']

/** Groups the free slots by day in the listing's time zone. */
const groupByDay = ({ slots, timezone }: PhotoshootSlots): ReadonlyMap<string, Slots> => {
  const days = new Map<string, Slots>()
  for (const slot of slots) {
    const { date } = wallClock(slot.startsAt, timezone)
    days.set(date, [...(days.get(date) ?? []), slot])
  }
  return days
}

const DayList = ({
  days,
  shown,
  onChoose,
}: {
  days: ReadonlyMap<string, Slots>
  shown: string
  onChoose: (day: string) => void
}) => {
  const t = useText()
  return (
    <div className={`${styles['days']} num`} role="group" aria-label={t('photoshoot.days')}>
      {[...days].map(([date, slots]) => (
        <button key={date} type="button" aria-pressed={date === shown} onClick={() => onChoose(date)}>
          <span>{formatDayWithoutYear(date)}</span>
          <span className="small c only-desk">{slots.length}</span>
        </button>
      ))}
    </div>
  )
}

const TimeList = ({
  slots,
  startsAt,
  timezone,
  onChoose,
}: {
  slots: Slots
  startsAt: string | undefined
  timezone: string
  onChoose: (startsAt: string) => void
}) => (
  <ul className="num">
    {slots.map((slot) => (
      <li key={slot.startsAt}>
        <label>
          <input
            type="radio"
            name="slot"
            checked={slot.startsAt === startsAt}
            onChange={() => onChoose(slot.startsAt)}
          />
          {formatClock(slot.startsAt, timezone)} – {formatClock(slot.endsAt, timezone)}
        </label>
      </li>
    ))}
  </ul>
)

/** The button that holds the chosen slot, and why it is disabled. */
const HoldButton = ({ chosen, pending, zone }: { chosen: boolean; pending: boolean; zone: string }) => {
  const t = useText()
  const lock = useLock('photoshoot.write')
  const lockText = useLockText('photoshoot.write')
  return (
    <>
      {lock !== undefined && <p className="small c">{lockText}</p>}
      <div className={styles['foot']}>
        <Button
          type="submit"
          variant="contained"
          color="primary"
          disabled={!chosen || lock !== undefined}
          loading={pending}
        >
          {t('photoshoot.hold')}
        </Button>
        <span className="cap c">
          {chosen ? t('photoshoot.zone', { zone: zoneName(zone) }) : t('photoshoot.pick')}
        </span>
      </div>
    </>
  )
}

/** The host chooses a day and a slot, which is then held for ten minutes. */
export const SlotPicker = ({
  listingId,
  free,
  other,
  onHeld,
}: {
  listingId: string
  free: PhotoshootSlots
  other: boolean
  onHeld: () => void
}) => {
  const t = useText()
  const [day, setDay] = useState<string>()
  const [startsAt, setStartsAt] = useState<string>()
  const hold = useCommand({ resource: 'photoshoots', touches: ['onboarding'], onSuccess: onHeld })
  const { timezone, minutes, images } = free
  const days = groupByDay(free)
  const shown = day !== undefined && days.has(day) ? day : [...days.keys()][0]
  if (shown === undefined)
    return (
      <Card title={t('photoshoot.choose')}>
        <EmptyState icon="calendar" title={t('photoshoot.noSlots')} text={t('photoshoot.noSlotsText')} />
      </Card>
    )
  const slots = days.get(shown) ?? []
  const chosen = slots.find((slot) => slot.startsAt === startsAt)
  return (
    <Card title={t(other ? 'photoshoot.chooseOther' : 'photoshoot.choose')}>
      <div className={styles['body']}>
        <p className="q">{t('photoshoot.intro', { minutes, images })}</p>
      </div>
      <div className={styles['slots']}>
        <DayList days={days} shown={shown} onChoose={setDay} />
        <form
          className={styles['times']}
          onSubmit={(event) => {
            event.preventDefault()
            if (chosen) hold.run({ body: { listingId, startsAt: chosen.startsAt } })
          }}
        >
          <h3 className="num">{formatDay(shown)}</h3>
          <TimeList slots={slots} startsAt={startsAt} timezone={timezone} onChoose={setStartsAt} />
          <ProblemText error={hold.error} />
          <HoldButton chosen={chosen !== undefined} pending={hold.pending} zone={timezone} />
        </form>
      </div>
    </Card>
  )
}
