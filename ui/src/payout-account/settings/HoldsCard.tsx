import { holdsAt, WHAT_TO_DO, type PayoutAccount } from '@hearth/contracts/payout-account'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { formatInstant } from '../../components/dates/localDate.ts'
import { useFormatDeadline } from '../../components/dates/useDeadline.ts'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import styles from '../PayoutSettings.module.css'
import { useZone } from '../usePayoutAccount.ts'

/**
 * What stops every payout of the account, since when, and what the host can do; hidden while there is
 * nothing.
 */
export const HoldsCard = ({ account, now }: { account: PayoutAccount; now: string }) => {
  const t = useText()
  const zone = useZone()
  const format = useFormatDeadline()
  const holds = holdsAt(account, now)
  if (holds.length === 0) return null
  return (
    <Card title={t('payoutAccount.holds.title')} className={styles['waiting']}>
      <ul className={styles['rows']} aria-label={t('payoutAccount.holds.title')}>
        {holds.map(({ holdId, reason, whatToDo, placedAt, until }) => {
          const { fixRoute } = WHAT_TO_DO[reason]
          return (
            <li key={holdId}>
              <div className={styles['what']}>
                <p>
                  <span className="strong">{t(`payoutAccount.holds.reason.${reason}`)}</span>
                </p>
                <p>{whatToDo}</p>
                <p className="cap c num">
                  {t('payoutAccount.holds.since', { instant: formatInstant(placedAt, zone) })},{' '}
                  {until === null
                    ? t('payoutAccount.holds.open')
                    : t('payoutAccount.holds.until', { instant: format(until, zone) })}
                </p>
              </div>
              <div className={styles['side']}>
                <StatusChip tone="warn">{t('payoutAccount.holds.chip')}</StatusChip>
                {fixRoute !== to.payoutSettings() && (
                  <LinkButton size="small" to={fixRoute}>
                    {t('payoutAccount.holds.fix')}
                  </LinkButton>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      <p className={styles['foot']}>{t('payoutAccount.holds.safe')}</p>
    </Card>
  )
}
