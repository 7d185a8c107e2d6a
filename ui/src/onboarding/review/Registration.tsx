import { REGISTRATION_SCHEMES } from '@hearth/contracts/listing'
import { useCan } from '../../session/session.ts'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { ConfirmedCommand } from '../../components/dialog/ConfirmedCommand.tsx'
import { ExplainedCommand } from '../../components/dialog/ExplainedCommand.tsx'
import { formatDay } from '../../components/dates/localDate.ts'
import styles from './Review.module.css'

/** A registration that staff have to verify. `id`: the listing's. */
export const Registration = ({
  id,
  registration: { number, scheme, expiresOn },
}: {
  id: string
  registration: NonNullable<Listing['registration']>
}) => {
  const t = useText()
  const mayCurate = useCan('listing.curate')
  const same = { resource: 'listings', id, keep: t('review.keep'), touches: ['onboarding'] }
  return (
    <>
      <p className="num">
        {t('review.registrationNumber', { number, scheme: REGISTRATION_SCHEMES[scheme].label })}
        {expiresOn !== null && `, ${t('review.expires', { day: formatDay(expiresOn) })}`}
      </p>
      {mayCurate && (
        <div className={styles['acts']}>
          <ConfirmedCommand
            {...same}
            verb="verify-registration"
            label={t('review.verify')}
            title={t('review.verifyTitle')}
            text={t('review.verifyText')}
            saved={t('review.verified')}
          />
          <ExplainedCommand
            {...same}
            verb="reject-registration"
            field="reason"
            maxLength={500}
            label={t('review.refuse')}
            title={t('review.refuseTitle')}
            question={t('review.refuseWhy')}
            saved={t('review.refused')}
          />
        </div>
      )}
    </>
  )
}
