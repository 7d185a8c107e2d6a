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

/** Creates the export's address, or replaces it. */
const useRotate = (listing: Listing, savedText: string, onSuccess?: () => void) => {
  const saved = useSaved()
  const rotate = useCommand({
    resource: 'ical-exports',
    verb: 'rotate',
    onSuccess: () => {
      onSuccess?.()
      saved(savedText)
    },
  })
  const run = () => rotate.run({ record: { id: listing.id }, body: { listingId: listing.id } })
  return { ...rotate, run }
}

const NoAddress = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const { pending, error, run } = useRotate(listing, t('icalFeed.export.made'))
  return (
    <>
      <EmptyState
        icon="calendar"
        title={t('icalFeed.export.none')}
        text={t('icalFeed.export.noneText')}
        actions={
          <Button loading={pending} onClick={run}>
            {t('icalFeed.export.make')}
          </Button>
        }
      />
      <ProblemText error={error} />
    </>
  )
}

const Address = ({ listing, shared }: { listing: Listing; shared: Shown<typeof icalExports> }) => {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const rotate = useRotate(listing, t('icalFeed.export.rotated'), () => setAsking(false))
  return (
    <div className={styles['body']}>
      <p className="small q">{t('icalFeed.export.text')}</p>
      <code className={styles['address']}>{shared.url}</code>
      <div className={styles['buttons']}>
        <CopyButton text={shared.url} label={t('icalFeed.export.copy')} />
        <Button
          variant="text"
          onClick={() => {
            rotate.reset()
            setAsking(true)
          }}
        >
          {t('icalFeed.export.rotate')}
        </Button>
      </div>
      <p className="cap c num">
        {t('icalFeed.export.since', { instant: formatInstant(shared.rotatedAt, listing.timezone) })}
      </p>
      <ConfirmCommand
        open={asking}
        title={t('icalFeed.export.rotateTitle')}
        confirm={t('icalFeed.export.rotate')}
        keep={t('icalFeed.keep')}
        destructive
        pending={rotate.pending}
        error={rotate.error}
        onConfirm={rotate.run}
        onClose={() => setAsking(false)}
      >
        {t('icalFeed.export.rotateText')}
      </ConfirmCommand>
    </div>
  )
}

/** The address at which other platforms read the taken nights; only for those who may share it. */
export const ExportCard = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const maySee = useCan('feed.write')
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
    <Card title={t('icalFeed.export.title')}>
      {error && !data ? (
        <ErrorState title={t('icalFeed.import.failed')} error={error} onRetry={() => void refetch()} />
      ) : data?.[0] ? (
        <Address listing={listing} shared={data[0]} />
      ) : data ? (
        <NoAddress listing={listing} />
      ) : (
        <div aria-busy="true">
          <Skeleton height={160} />
        </div>
      )}
    </Card>
  )
}
