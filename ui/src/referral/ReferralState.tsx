import { StatusChip } from '../components/status/StatusChip.tsx'
import { useText } from '../i18n/text.ts'
import { countSteps, TONES } from './formatReferral.ts'
import styles from './Referral.module.css'
import type { Referral } from './useReferrals.ts'

const STEPS = [1, 2, 3, 4] as const

/** How far a referral is: its state, and the steps taken on the way to the reward. */
export const ReferralState = ({ row }: { row: Referral }) => {
  const t = useText()
  const done = countSteps(row)
  return (
    <span className={styles['state']}>
      <StatusChip tone={TONES[row.state]} plain={row.state === 'rewarded' || row.state === 'expired'}>
        {t(`referral.state.${row.state}`)}
      </StatusChip>
      <span className={styles['steps']} role="img" aria-label={t('referral.progress', { done })}>
        {STEPS.map((step) => (
          <i key={step} data-done={step <= done} />
        ))}
      </span>
    </span>
  )
}
