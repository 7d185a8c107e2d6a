import { useState } from 'react'
import { Button } from '@mui/material'
import type { icalExports } from '@hearth/contracts/ical-feed'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { useGetList } from 'react-admin'
import { useCan } from '../session/session.ts'
import type { Listing } from '../data/records/records.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { ConfirmCommand } from '../components/dialog/ConfirmCommand.tsx'
import { CopyButton } from '../components/action/CopyButton.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { formatInstant } from '../components/dates/localDate.ts'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { Skeleton } from '../components/list/TableSkeleton.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import styles from './Feeds.module.css'

const Address = ({ listing, given }: { listing: Listing; given: Shown<typeof icalExports> | undefined }) => {
  const t = useText()
  const saved = useSaved()
  const [asking, setAsking] = useState(false)
  const rotate = useCommand({
    resource: 'ical-exports',
    verb: 'rotate',
    onSuccess: () => {
      setAsking(false)
      saved(t(given === undefined ? 'feeds.export.made' : 'feeds.export.rotated'))
    },
  })
  const run = () => rotate.run({ record: { id: listing.id }, body: { listingId: listing.id } })
  if (given === undefined)
    return (
      <>
        <EmptyState
          icon="calendar"
          title={t('feeds.export.none')}
          text={t('feeds.export.noneText')}
          actions={
            <Button loading={rotate.pending} onClick={run}>
              {t('feeds.export.make')}
            </Button>
          }
        />
        <ProblemText error={rotate.error} />
      </>
    )
  return (
    <div className={styles['body']}>
      <p className="small q">{t('feeds.export.text')}</p>
      <code className={styles['address']}>{given.url}</code>
      <div className={styles['buttons']}>
        <CopyButton text={given.url} label={t('feeds.export.copy')} />
        <Button
          variant="text"
          onClick={() => {
            rotate.reset()
            setAsking(true)
          }}
        >
          {t('feeds.export.rotate')}
        </Button>
      </div>
      <p className="cap c num">
        {t('feeds.export.since', { instant: formatInstant(given.rotatedAt, listing.timezone) })}
      </p>
      <ConfirmCommand
        open={asking}
        title={t('feeds.export.rotateTitle')}
        confirm={t('feeds.export.rotate')}
        keep={t('feeds.keep')}
        destructive
        pending={rotate.pending}
        error={rotate.error}
        onConfirm={run}
        onClose={() => setAsking(false)}
      >
        {t('feeds.export.rotateText')}
      </ConfirmCommand>
    </div>
  )
}

/**
 * The address under which other platforms see which nights are taken here; only for those who may give it on.
 */
export const ExportCard = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const maySee = useCan('block.write')
  const { data, error, refetch } = useGetList<Shown<typeof icalExports>>(
    'ical-exports',
    {
      filter: { listingId: listing.id },
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'rotatedAt', order: 'DESC' },
    },
    { retry: false, enabled: maySee },
  )
  if (!maySee) return null
  return (
    <Card title={t('feeds.export.title')}>
      {error && !data ? (
        <ErrorState title={t('feeds.import.failed')} error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Address listing={listing} given={data[0]} />
      ) : (
        <div aria-busy="true">
          <Skeleton height={160} />
        </div>
      )}
    </Card>
  )
}
