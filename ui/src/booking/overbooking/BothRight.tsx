import { useState } from 'react'
import { Button } from '@mui/material'
import { SHARED_REASONS } from '@hearth/contracts/booking'
import type { Booking } from '../../data/records/records.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useLockText } from '../../components/feedback/useLockText.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import styles from './OverbookingPage.module.css'

/** Both stays go ahead; the host says why. */
export const BothRight = ({ booking }: { booking: Booking }) => {
  const t = useText()
  const locked = useLockText('booking.cancel')
  const [reason, setReason] = useState<(typeof SHARED_REASONS)[number] | null>(null)
  const accept = useCommand({
    resource: 'bookings',
    verb: 'accept-overbooking',
    ifMatch: true,
    touches: ['claims'],
  })
  return (
    <Card title={t('overbooking.keepBoth')}>
      <form
        className={styles['both']}
        onSubmit={(event) => {
          event.preventDefault()
          if (reason !== null) accept.run({ record: booking, body: { reason } })
        }}
      >
        <p className="q">{t('overbooking.keepBothText')}</p>
        <fieldset disabled={locked !== undefined}>
          <legend>{t('overbooking.why')}</legend>
          {SHARED_REASONS.map((key) => (
            <label key={key}>
              <input type="radio" name="reason" checked={key === reason} onChange={() => setReason(key)} />
              {t(`overbooking.reason.${key}`)}
            </label>
          ))}
        </fieldset>
        <ProblemText error={accept.error} />
        {locked !== undefined && <p className="small c">{locked}</p>}
        <Button type="submit" loading={accept.pending} disabled={reason === null || locked !== undefined}>
          {t('overbooking.keepBoth')}
        </Button>
      </form>
    </Card>
  )
}
