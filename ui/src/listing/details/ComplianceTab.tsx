import {
  REGISTRATION_SCHEMES,
  schemeOfCountry,
  readSection,
  type listingContents,
  type RegistrationScheme,
} from '@hearth/contracts/listing'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { useGetOne } from 'react-admin'
import { useCan } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { formatDay } from '../../components/dates/localDate.ts'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import styles from './Details.module.css'
import { RegistrationForm } from './RegistrationForm.tsx'
import { RegistrationReview } from './RegistrationReview.tsx'

const TONES = { provided: 'info', verified: 'ok', rejected: 'bad' } as const

const KnownRegistration = ({
  known,
  needed,
}: {
  known: Listing['registration']
  needed: RegistrationScheme | undefined
}) => {
  const t = useText()
  if (known === null)
    return (
      <p className="q">
        {needed === undefined
          ? t('listingDetails.registrationNone')
          : t('listingDetails.registrationNeeded', { label: REGISTRATION_SCHEMES[needed].label })}
      </p>
    )
  return (
    <>
      <p>
        <strong className="strong">{known.number}</strong>
        {known.expiresOn !== null && (
          <span className="q">
            , {t('listingDetails.expiresOn').toLowerCase()} {formatDay(known.expiresOn)}
          </span>
        )}
      </p>
      {known.rejectedBecause !== null && <p className="bad-ink">{known.rejectedBecause}</p>}
    </>
  )
}

/** What the law and the contract require: the registration, verified by staff, and the agreement. */
export const ComplianceTab = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const mayWrite = useCan('listing.write') && listing.status !== 'delisted'
  const mayCurate = useCan('listing.curate')
  const { data } = useGetOne<Shown<typeof listingContents>>('listing-contents', { id: listing.id })
  const needed = schemeOfCountry(readSection(data, 'location').values.address?.country ?? '')
  const known = listing.registration
  return (
    <div className={styles['cols']}>
      <Card
        title={t('listingDetails.registration')}
        action={
          known && (
            <StatusChip tone={TONES[known.status]}>
              {t(`listingDetails.registrationStatus.${known.status}`)}
            </StatusChip>
          )
        }
      >
        <div className={styles['body']}>
          <KnownRegistration known={known} needed={needed} />
          {mayCurate && <RegistrationReview listing={listing} />}
        </div>
        {mayWrite && (
          <RegistrationForm
            key={`${known?.number ?? ''}/${needed ?? ''}`}
            listing={listing}
            needed={needed}
          />
        )}
      </Card>
      {listing.drafted && (
        <Card title={t('listingDetails.agreement')}>
          <div className={styles['body']}>
            <p className="q">{t('listingDetails.agreementText')}</p>
            <div className={styles['actions']}>
              <LinkButton to={`${to.onboardingCase(listing.id)}/management-agreement`}>
                {t('listingDetails.agreementOpen')}
              </LinkButton>
            </div>
          </div>
        </Card>
      )}
    </div>
  )
}
