import { useGetOne } from 'react-admin'
import { useParams } from 'react-router-dom'
import { readStatus } from '../../data/http/problems.ts'
import { to } from '../../navigation/paths.ts'
import type { Claim, Listing } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import styles from './BlockPage.module.css'
import { BlockView } from './BlockView.tsx'
import { usePendingBlocks, withPendingBlocks } from './pendingBlocks.ts'
import '../texts.ts'

/** The block doesn't exist, or couldn't be loaded. */
const BlockFailed = ({ error, onRetry }: { error: unknown; onRetry: () => unknown }) => {
  const t = useText()
  const missing = readStatus(error) === 404 || readStatus(error) === 422
  return (
    <>
      <PageHeader
        title={t('app.titles.block')}
        crumbs={[
          { label: t('calendar.title'), to: to.calendar() },
          { label: missing ? t('blocks.unknown') : t('app.titles.block') },
        ]}
      />
      <Card>
        {missing ? (
          <EmptyState
            icon="search"
            title={t('blocks.unknown')}
            text={t('problems.NOT_FOUND')}
            actions={
              <LinkButton filled to={to.calendar()}>
                {t('blocks.toCalendar')}
              </LinkButton>
            }
          />
        ) : (
          <ErrorState title={t('blocks.failed')} error={error} onRetry={() => void onRetry()} />
        )}
      </Card>
    </>
  )
}

/** The block with what this tab has changed and the server has not confirmed. */
const useShownBlock = (block: Claim | undefined): Claim | undefined => {
  const pending = usePendingBlocks()
  if (block === undefined) return undefined
  return withPendingBlocks(
    [block],
    pending.filter(({ row }) => row.id === block.id),
  )[0]
}

/** One block: its nights, who created it, and the actions to change, remove or restore it. */
const BlockPage = () => {
  const t = useText()
  const { id = '' } = useParams()
  const block = useGetOne<Claim>('blocks', { id }, { retry: false })
  const listing = useGetOne<Listing>(
    'listings',
    { id: block.data?.listingId ?? '' },
    { enabled: block.data !== undefined },
  )
  const shown = useShownBlock(block.data)

  if (block.error && !block.data) return <BlockFailed error={block.error} onRetry={block.refetch} />
  if (listing.error && !listing.data)
    return (
      <Card>
        <PageHeader title={t('app.titles.block')} />
        <ErrorState title={t('blocks.failed')} error={listing.error} onRetry={() => void listing.refetch()} />
      </Card>
    )
  if (!shown || !listing.data)
    return (
      <div className={styles['loading']} aria-busy="true">
        <Skeleton height={72} />
        <Skeleton height={88} />
        <Skeleton height={280} />
      </div>
    )
  return <BlockView block={shown} listing={listing.data} />
}
export default BlockPage
