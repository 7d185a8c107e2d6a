import { useState } from 'react'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import type { Listing } from '../../data/records/records.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { ConfirmCommand } from '../../components/dialog/ConfirmCommand.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { ReadinessList } from '../../listing-sections/readiness/ReadinessList.tsx'
import { useReadiness } from '../../listing-sections/readiness/useReadiness.ts'
import '../details/texts.ts'

/** What publishing does, or what is missing first; and the way to the page that guests will read. */
const PublishText = ({
  listingId,
  readiness: { data, error },
  onFollow,
}: {
  listingId: string
  readiness: ReturnType<typeof useReadiness>
  onFollow: () => void
}) => {
  const t = useText()
  const missing = data?.conditions.filter(({ detail }) => detail !== null) ?? []
  // Without the list the command still decides, and names what is missing.
  if (!data && !error) return <Skeleton height={160} />
  return (
    <>
      <p>
        {missing.length === 0
          ? t('listings.publishText')
          : t('listings.publishMissing', { smart_count: missing.length })}
      </p>
      {missing.length > 0 && <ReadinessList conditions={missing} onFollow={onFollow} />}
      <p>
        <Link className="link" to={to.listingDetails('preview', listingId)} onClick={onFollow}>
          {t('listings.preview')}
        </Link>
      </p>
    </>
  )
}

/** The confirmation of both; publishing is possible once nothing is missing. */
export const PublishOrResume = ({ listing, verb }: { listing: Listing; verb: 'publish' | 'resume' }) => {
  const t = useText()
  const saved = useSaved()
  const [open, setOpen] = useState(false)
  const readiness = useReadiness(listing.id, open && verb === 'publish')
  const isIncomplete = readiness.data?.conditions.some(({ detail }) => detail !== null) ?? false
  const command = useCommand({
    resource: 'listings',
    verb,
    onSuccess: () => {
      setOpen(false)
      saved(t(verb === 'publish' ? 'listings.published' : 'listings.resumed', { title: listing.title }))
    },
  })
  return (
    <>
      <Button
        variant="contained"
        color="primary"
        onClick={() => {
          command.reset()
          setOpen(true)
        }}
      >
        <Icon name="play" size={16} />
        {t(`listings.${verb}`)}
      </Button>
      <ConfirmCommand
        open={open}
        title={t(`listings.${verb}Title`, { title: listing.title })}
        confirm={t(`listings.${verb}`)}
        keep={t('listings.keep')}
        disabled={verb === 'publish' && isIncomplete}
        pending={command.pending}
        error={command.error}
        onClose={() => setOpen(false)}
        onConfirm={() =>
          command.run({ record: { id: listing.id }, patch: { status: 'live', pausedUntil: null } })
        }
      >
        {verb === 'resume' ? (
          t('listings.resumeText')
        ) : (
          <PublishText listingId={listing.id} readiness={readiness} onFollow={() => setOpen(false)} />
        )}
      </ConfirmCommand>
    </>
  )
}
