import { Button } from '@mui/material'
import type { Waiting } from '@hearth/contracts/today'
import { useCan } from '../session/session.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { problemText } from '../data/http/problems.ts'
import { useText } from '../i18n/text.ts'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { formatRange } from '../components/dates/localDate.ts'
import { OfferButton } from '../offer/OfferButton.tsx'
import styles from './TodayPage.module.css'
import { useMayAct } from './useMayAct.ts'

/** Outlined, because the bar at the bottom has the filled button. */
const KeepBooking = ({ bookingId }: { bookingId: string }) => {
  const t = useText()
  const revoke = useCommand({ resource: 'bookings', verb: 'revoke-cancellation' })
  return (
    <>
      {revoke.error !== null && (
        <p role="alert" className="bad-ink">
          {problemText(revoke.error, t)}
        </p>
      )}
      <Button size="small" loading={revoke.pending} onClick={() => revoke.run({ record: { id: bookingId } })}>
        {t('today.keepBooking')}
      </Button>
    </>
  )
}

/** The first decision, open: what happens with each choice, and without one. */
export const Effects = ({ item }: { item: Waiting }) => {
  const t = useText()
  const mayKeep = useCan('booking.revoke-cancellation')
  const running = item.kind === 'cancellation_running' && item.bookingId !== null && mayKeep
  const mayAct = useMayAct(item)
  const stay = formatRange(item.start, item.end)
  return (
    <div className={styles['effect']}>
      <div>
        <h3>{t(mayAct ? `today.effects.${item.kind}.act` : 'today.viewOnly.act')}</h3>
        <p>{t(mayAct ? `today.effects.${item.kind}.actText` : 'today.viewOnly.actText', { stay })}</p>
        {running && item.bookingId !== null ? (
          <KeepBooking bookingId={item.bookingId} />
        ) : (
          <LinkButton filled={mayAct} size="small" to={item.route}>
            {t(mayAct ? `today.action.${item.kind}` : 'today.view')}
          </LinkButton>
        )}
      </div>
      <div>
        <h3>{t(`today.effects.${item.kind}.wait`)}</h3>
        <p>{t(`today.effects.${item.kind}.waitText`, { stay })}</p>
        {item.kind === 'alteration' && mayAct && item.bookingId !== null && (
          <OfferButton bookingId={item.bookingId} counteredId={item.id} label={t('today.offer')} />
        )}
        {running && (
          <LinkButton size="small" to={item.route}>
            {t('today.action.cancellation_running')}
          </LinkButton>
        )}
      </div>
    </div>
  )
}
