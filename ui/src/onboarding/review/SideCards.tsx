import { useGetList } from 'react-admin'
import type { AgreementRow } from '@hearth/contracts/agreement'
import { Link } from 'react-router-dom'
import { useCan } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { ConfirmedCommand } from '../../components/dialog/ConfirmedCommand.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Registration } from './Registration.tsx'
import styles from './Review.module.css'

const AgreementCard = ({ listingId }: { listingId: string }) => {
  const t = useText()
  const mayCountersign = useCan('agreement.countersign')
  const {
    data = [],
    error,
    refetch,
  } = useGetList<AgreementRow>('agreements', {
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'sentAt', order: 'DESC' },
    filter: { listingId },
  })
  const [agreement] = data
  if (error && agreement === undefined)
    return (
      <Card title={t('review.agreement')}>
        <ErrorState title={t('review.agreementFailed')} error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (agreement === undefined) return null
  return (
    <Card title={t('review.agreement')}>
      <div className={styles['body']}>
        {agreement.status === 'signed' && <p>{t('review.agreementSigned')}</p>}
        <Link className="link" to={to.managementAgreement(listingId)}>
          {t('review.agreementOpen')}
        </Link>
        {mayCountersign && agreement.status === 'signed' && (
          <div className={styles['acts']}>
            <ConfirmedCommand
              resource="agreements"
              id={agreement.id}
              verb="countersign"
              body={{ documentSha256: agreement.documentSha256 }}
              touches={['onboarding']}
              label={t('review.countersign')}
              title={t('review.countersignTitle')}
              text={t('review.countersignText')}
              keep={t('review.keep')}
              saved={t('review.countersigned')}
            />
          </div>
        )}
      </div>
    </Card>
  )
}

const RegistrationCard = ({ listing }: { listing: Listing }) => {
  const t = useText()
  if (listing.registration?.status !== 'provided') return null
  return (
    <Card title={t('review.registration')}>
      <div className={styles['body']}>
        <Registration id={listing.id} registration={listing.registration} />
      </div>
    </Card>
  )
}

/** What else staff decide before a listing goes live. */
export const SideCards = ({ listing }: { listing: Listing }) => (
  <>
    <AgreementCard listingId={listing.id} />
    <RegistrationCard listing={listing} />
  </>
)
