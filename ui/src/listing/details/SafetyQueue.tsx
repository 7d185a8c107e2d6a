import { Button } from '@mui/material'
import { useGetList } from 'react-admin'
import { useCan } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import type { Listing } from '../../data/records/records.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { useAccountNames } from '../../data/queries/useAccountNames.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { changeLines } from './answerWords.ts'
import styles from './Details.module.css'
import './texts.ts'

const MAX_LISTINGS = 100

const Lost = ({ listing, account }: { listing: Listing; account: string }) => {
  const t = useText()
  const saved = useSaved()
  const mayCurate = useCan('listing.curate')
  const review = useCommand({
    resource: 'listings',
    verb: 'review-safety',
    ifMatch: true,
    onSuccess: () => saved(t('listingDetails.safetyReviewed')),
  })
  return (
    <li>
      <header>
        <span>
          <strong className="strong">{listing.title}</strong> <span className="small q">{account}</span>
        </span>
        <span className={styles['actions']}>
          <LinkButton size="small" to={to.listingDetails('pre-arrival', listing.id)}>
            {t('listingDetails.openDetails')}
          </LinkButton>
          {/* Sent with the revision that is shown: what was removed later has not been reviewed. */}
          {mayCurate && (
            <Button size="small" loading={review.pending} onClick={() => review.run({ record: listing })}>
              {t('listingDetails.safetyReview')}
            </Button>
          )}
        </span>
      </header>
      {listing.safetyLosses
        .flatMap(({ section, before, after }) => changeLines(t, section, before, after, listing.currency))
        .map((line) => (
          <p key={line.label}>{t('listingDetails.editWas', line)}</p>
        ))}
      <ProblemText error={review.error} />
    </li>
  )
}

/**
 * For staff: listings that became less safe while guests can book them (docs/domain/listing.md#safety).
 * Nothing is shown while there are none.
 */
const SafetyQueue = () => {
  const t = useText()
  const {
    data = [],
    total,
    error,
    refetch,
  } = useGetList<Listing>('listings', {
    filter: { safetyReview: 'waiting', status: ['live', 'paused', 'suspended'] },
    pagination: { page: 1, perPage: MAX_LISTINGS },
    sort: { field: 'startedAt', order: 'ASC' },
  })
  const nameOf = useAccountNames(data.map(({ hostAccountId }) => hostAccountId))
  if (error && data.length === 0)
    return (
      <Card title={t('listingDetails.safetyQueue')} className={styles['after']}>
        <ErrorState title={t('listingDetails.safetyFailed')} error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (data.length === 0) return null
  return (
    <Card title={t('listingDetails.safetyQueue')} note={total} className={styles['after']}>
      <ul className={styles['versions']}>
        {data.map((listing) => (
          <Lost key={listing.id} listing={listing} account={nameOf(listing.hostAccountId)} />
        ))}
      </ul>
    </Card>
  )
}
export default SafetyQueue
