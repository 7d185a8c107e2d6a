import { useGetList } from 'react-admin'
import { useCan } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import type { Listing, Member } from '../../data/records/records.ts'
import { usePolicy } from '../../data/queries/usePolicy.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { PolicyCard } from '../cards/PolicyCard.tsx'
import { PriceCard } from '../../listing-sections/PriceCard.tsx'
import styles from './Details.module.css'

const MAX_MEMBERS = 100

export const PricingTab = ({ listing }: { listing: Listing }) => (
  <div className={styles['cols']}>
    <PriceCard listing={listing} />
  </div>
)

export const PoliciesTab = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const longTerm = usePolicy('cancellation')?.[listing.longTermPolicyCode]
  return (
    <div className={styles['cols']}>
      <PolicyCard listing={listing} />
      <Card title={t('listingDetails.mode')}>
        <dl className={styles['body']}>
          <div>
            <dt className="small c">{t('listingDetails.modeOf')}</dt>
            <dd>{t(`listings.moneyText.${listing.bookingMode}`)}</dd>
          </div>
          <div>
            <dt className="small c">{t('listingDetails.longStay')}</dt>
            <dd>{longTerm && t('listingDetails.longStayText', { policy: longTerm.label })}</dd>
          </div>
        </dl>
      </Card>
    </div>
  )
}

export const TeamTab = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const mayRead = useCan('team.read')
  const { data, error, refetch } = useGetList<Member>(
    'members',
    {
      filter: { hostAccountId: listing.hostAccountId, status: 'active' },
      pagination: { page: 1, perPage: MAX_MEMBERS },
      sort: { field: 'role', order: 'ASC' },
    },
    { enabled: mayRead, retry: false },
  )
  const here = data?.filter(({ listingIds }) => listingIds === null || listingIds.includes(listing.id))
  return (
    <div className={styles['cols']}>
      <Card
        title={t('listingDetails.team')}
        action={
          <LinkButton size="small" to={to.account({ tab: 'team' })}>
            {t('listingDetails.manageTeam')}
          </LinkButton>
        }
      >
        {!mayRead ? (
          <p className={`q ${styles['body']}`}>{t('listingDetails.teamClosed')}</p>
        ) : error && !here ? (
          <ErrorState title={t('listingDetails.teamFailed')} error={error} onRetry={() => void refetch()} />
        ) : !here ? (
          <div className={styles['body']} aria-busy="true">
            <Skeleton height={120} />
          </div>
        ) : here.length === 0 ? (
          <p className={`q ${styles['body']}`}>{t('listingDetails.noTeam')}</p>
        ) : (
          <ul className={styles['versions']}>
            {here.map((member) => (
              <li key={member.id}>
                <header>
                  <strong className="strong">{member.name}</strong>
                  <span className="q">
                    {t(`app.roles.${member.role}`)},{' '}
                    {t(member.listingIds === null ? 'listingDetails.everything' : 'listingDetails.thisOne')}
                  </span>
                </header>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}
