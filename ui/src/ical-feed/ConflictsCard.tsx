import { useState } from 'react'
import { Button } from '@mui/material'
import type { importConflicts } from '@hearth/contracts/ical-feed'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { useGetList } from 'react-admin'
import { useCan } from '../session/session.ts'
import { to } from '../navigation/paths.ts'
import type { Listing } from '../data/records/records.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { ConfirmCommand } from '../components/dialog/ConfirmCommand.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { formatInstant, formatRange } from '../components/dates/localDate.ts'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import styles from './Feeds.module.css'
import { useFeeds } from './useFeeds.ts'

type Conflict = Shown<typeof importConflicts>
const MAX_CONFLICTS = 50
const SHOWN = ['booking', 'request_hold', 'owner_stay', 'photoshoot', 'ical_import'] as const
const kindKey = (kind: string) => SHOWN.find((each) => each === kind) ?? 'other'

/** Keeps both stays, or dismisses the imported one after a confirmation. */
const useResolution = ({ id, listingId }: Conflict) => {
  const t = useText()
  const saved = useSaved()
  const [asking, setAsking] = useState(false)
  const resolve = useCommand({
    resource: 'import-conflicts',
    verb: 'resolve',
    touches: ['claims', 'blocks'],
    onSuccess: (_answer, { body }) => {
      setAsking(false)
      saved(
        t(
          Object(body)['resolution'] === 'keep_both'
            ? 'icalFeed.conflict.kept'
            : 'icalFeed.conflict.dismissed',
        ),
      )
    },
  })
  const decide = (resolution: 'keep_both' | 'dismiss_import') =>
    resolve.run({ record: { id }, body: { listingId, resolution } })
  return { asking, setAsking, resolve, decide }
}

const ConflictActions = ({
  resolution: { asking, setAsking, resolve, decide },
}: {
  resolution: ReturnType<typeof useResolution>
}) => {
  const t = useText()
  return (
    <div className={styles['acts']}>
      <Button
        variant="text"
        size="small"
        onClick={() => {
          resolve.reset()
          setAsking(true)
        }}
      >
        {t('icalFeed.conflict.dismiss')}
      </Button>
      <Button
        variant="text"
        size="small"
        loading={resolve.pending && !asking}
        onClick={() => decide('keep_both')}
      >
        {t('icalFeed.conflict.keepBoth')}
      </Button>
      <ConfirmCommand
        open={asking}
        title={t('icalFeed.conflict.dismissTitle')}
        confirm={t('icalFeed.conflict.dismiss')}
        keep={t('icalFeed.keep')}
        destructive
        pending={resolve.pending}
        error={resolve.error}
        onConfirm={() => decide('dismiss_import')}
        onClose={() => setAsking(false)}
      >
        {t('icalFeed.conflict.dismissText')}
      </ConfirmCommand>
    </div>
  )
}

const ConflictRow = ({
  conflict,
  name,
  zone,
  mayWrite,
}: {
  conflict: Conflict
  name: string
  zone: string
  mayWrite: boolean
}) => {
  const t = useText()
  const resolution = useResolution(conflict)
  const { start, end, overlapping, detectedAt } = conflict
  return (
    <li>
      <div className={styles['what']}>
        <p>{t('icalFeed.conflict.text', { name, range: formatRange(start, end) })}</p>
        {overlapping.map((other) => (
          <p key={other.claimId} className="num">
            <span className="strong">
              {t('icalFeed.conflict.from', {
                kind: t(`icalFeed.conflict.kind.${kindKey(other.kind)}`),
                range: formatRange(other.start, other.end),
              })}
            </span>
          </p>
        ))}
        <p className="cap c num">
          {t('icalFeed.conflict.since', { instant: formatInstant(detectedAt, zone) })}.{' '}
          {t('icalFeed.conflict.hint')}
        </p>
        <ProblemText error={resolution.asking ? null : resolution.resolve.error} />
      </div>
      <div className={styles['side']}>
        {overlapping
          .filter(({ kind }) => kind === 'booking')
          .map(({ claimId }) => (
            <LinkButton key={claimId} size="small" to={to.booking(claimId)}>
              {t('icalFeed.conflict.open')}
            </LinkButton>
          ))}
      </div>
      {mayWrite && <ConflictActions resolution={resolution} />}
    </li>
  )
}

/**
 * Nights that both an imported calendar and a stay claim, until a person decides. Hidden while there are
 * none.
 */
export const ConflictsCard = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const mayWrite = useCan('feed.write')
  const { data: feeds = [] } = useFeeds(listing.id)
  const {
    data: conflicts = [],
    total,
    error,
    refetch,
  } = useGetList<Conflict>(
    'import-conflicts',
    {
      filter: { listingId: listing.id, state: 'open' },
      pagination: { page: 1, perPage: MAX_CONFLICTS },
      sort: { field: 'start', order: 'ASC' },
    },
    { retry: false },
  )
  if (error && conflicts.length === 0)
    return (
      <Card title={t('icalFeed.conflict.title')}>
        <ErrorState title={t('icalFeed.conflict.failed')} error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (conflicts.length === 0) return null
  return (
    <Card title={t('icalFeed.conflict.title')} note={total} className={styles['open']}>
      <ul className={styles['rows']} aria-label={t('icalFeed.conflict.title')}>
        {conflicts.map((conflict) => (
          <ConflictRow
            key={conflict.id}
            conflict={conflict}
            name={feeds.find(({ id }) => id === conflict.feedId)?.name ?? t('icalFeed.conflict.other')}
            zone={listing.timezone}
            mayWrite={mayWrite}
          />
        ))}
      </ul>
    </Card>
  )
}
