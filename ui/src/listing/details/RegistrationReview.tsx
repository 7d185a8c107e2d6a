import { Button } from '@mui/material'
import type { Listing } from '../../data/records/records.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { ExplainedCommand } from '../../components/dialog/ExplainedCommand.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import styles from './Details.module.css'

/** Staff verify or reject the registration, also one that was verified, because registrations expire. */
export const RegistrationReview = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const saved = useSaved()
  const verify = useCommand({
    resource: 'listings',
    verb: 'verify-registration',
    touches: ['onboarding'],
    onSuccess: () => saved(t('listingDetails.verified')),
  })
  if (listing.registration === null) return null
  return (
    <div className={styles['actions']}>
      <Button
        variant="contained"
        color="primary"
        disabled={listing.registration.status === 'verified'}
        loading={verify.pending}
        onClick={() => verify.run({ record: { id: listing.id } })}
      >
        {t('listingDetails.verify')}
      </Button>
      <ExplainedCommand
        resource="listings"
        id={listing.id}
        verb="reject-registration"
        touches={['onboarding']}
        field="reason"
        maxLength={500}
        label={t('listingDetails.reject')}
        title={t('listingDetails.rejectTitle')}
        question={t('listingDetails.rejectWhy')}
        keep={t('listingDetails.keep')}
        saved={t('listingDetails.rejected')}
      />
      <ProblemText error={verify.error} />
    </div>
  )
}
