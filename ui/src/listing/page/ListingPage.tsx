import type { ComponentType } from 'react'
import { useGetOne } from 'react-admin'
import { useParams } from 'react-router-dom'
import { readStatus } from '../../data/http/problems.ts'
import { to } from '../../navigation/paths.ts'
import type { Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import styles from './ListingPage.module.css'
import { ListingView } from './ListingView.tsx'
import '../../i18n/lazy/listings.ts'

type Props = {
  /** The listing's next nights in the calendar. */
  Nights: ComponentType<{ listing: Listing }>
}

/** One listing: its status, nights, price, rules and policy, next stays and history. */
export const ListingPage = ({ Nights }: Props) => {
  const t = useText()
  const { id = '' } = useParams()
  const { data, error, refetch } = useGetOne<Listing>('listings', { id }, { retry: false })
  if (error && !data) {
    const missing = readStatus(error) === 404 || readStatus(error) === 422
    return (
      <>
        <PageHeader
          title={t('app.titles.listing')}
          crumbs={[
            { label: t('listings.title'), to: to.listings() },
            { label: missing ? t('listings.unknown') : t('app.titles.listing') },
          ]}
        />
        <Card>
          {missing ? (
            <EmptyState
              icon="search"
              title={t('listings.unknown')}
              text={t('problems.NOT_FOUND')}
              actions={
                <LinkButton filled to={to.listings()}>
                  {t('listings.toList')}
                </LinkButton>
              }
            />
          ) : (
            <ErrorState title={t('listings.oneFailed')} error={error} onRetry={() => void refetch()} />
          )}
        </Card>
      </>
    )
  }
  if (!data)
    return (
      <div className={styles['loading']} aria-busy="true">
        <Skeleton height={72} />
        <Skeleton height={88} />
        <Skeleton height={150} />
        <Skeleton height={320} />
      </div>
    )
  return <ListingView key={data.id} listing={data} Nights={Nights} />
}
