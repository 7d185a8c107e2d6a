import { useState } from 'react'
import { Button } from '@mui/material'
import type { PhotoshootSlots } from '@hearth/contracts/photoshoot'
import { useLock } from '../session/session.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { formatDay, formatDayWithoutYear, wallClock, zoneName } from '../components/dates/localDate.ts'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { useLockText } from '../components/feedback/useLockText.ts'
import styles from './Photoshoot.module.css'

type Slots = PhotoshootSlots['slots']

/** Free times by the home's own days. */
const byDay = ({ slots, timezone }: PhotoshootSlots): ReadonlyMap<string, Slots> => {
  const days = new Map<string, Slots>()
  for (const slot of slots) {
    const { date } = wallClock(slot.startsAt, timezone)
    days.set(date, [...(days.get(date) ?? []), slot])
  }
  return days
}

/** A day, a time, and it is kept for ten minutes. */
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
  const lock = useLock('photoshoot.write')
  const lockText = useLockText('photoshoot.write')
  const [day, setDay] = useState<string>()
  const [startsAt, setStartsAt] = useState<string>()
  const hold = useCommand({ resource: 'photoshoots', touches: ['onboarding'], onSuccess: onHeld })
  const { timezone, minutes, images } = free
  const days = byDay(free)
  const shown = day !== undefined && days.has(day) ? day : [...days.keys()][0]
  const time = (instant: string) => wallClock(instant, timezone).time
  if (shown === undefined)
    return (
      <Card title={t('photoshoot.choose')}>
        <EmptyState icon="calendar" title={t('photoshoot.noSlots')} text={t('photoshoot.noSlotsText')} />
      </Card>
    )
  const chosen = days.get(shown)?.find((slot) => slot.startsAt === startsAt)
  return (
    <Card title={t(other ? 'photoshoot.chooseOther' : 'photoshoot.choose')}>
      <div className={styles['body']}>
        <p className="q">{t('photoshoot.intro', { minutes, images })}</p>
      </div>
      <div className={styles['slots']}>
        <div className={`${styles['days']} num`} role="group" aria-label={t('photoshoot.days')}>
          {[...days].map(([date, slots]) => (
            <button key={date} type="button" aria-pressed={date === shown} onClick={() => setDay(date)}>
              <span>{formatDayWithoutYear(date)}</span>
              <span className="small c only-desk">{slots.length}</span>
            </button>
          ))}
        </div>
        <form
          className={styles['times']}
          onSubmit={(event) => {
            event.preventDefault()
            if (chosen) hold.run({ body: { listingId, startsAt: chosen.startsAt } })
          }}
        >
          <h3 className="num">{formatDay(shown)}</h3>
          <ul className="num">
            {days.get(shown)?.map((slot) => (
              <li key={slot.startsAt}>
                <label>
                  <input
                    type="radio"
                    name="slot"
                    checked={slot.startsAt === startsAt}
                    onChange={() => setStartsAt(slot.startsAt)}
                  />
                  {time(slot.startsAt)} – {time(slot.endsAt)}
                </label>
              </li>
            ))}
          </ul>
          <ProblemText error={hold.error} />
          {lock !== undefined && <p className="small c">{lockText}</p>}
          <div className={styles['foot']}>
            <Button
              type="submit"
              variant="contained"
              color="primary"
              disabled={chosen === undefined || lock !== undefined}
              loading={hold.pending}
            >
              {t('photoshoot.hold')}
            </Button>
            <span className="cap c">
              {chosen === undefined
                ? t('photoshoot.pick')
                : t('photoshoot.zone', { zone: zoneName(timezone) })}
            </span>
          </div>
        </form>
      </div>
    </Card>
  )
}
