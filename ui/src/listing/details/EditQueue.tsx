import { Button } from '@mui/material'
import type { Shown } from '@hearth/contracts/kernel/resource'
import type { ListingEditRow, listingEdits } from '@hearth/contracts/listing'
import { useGetList, useGetMany } from 'react-admin'
import { useCan } from '../../session/session.ts'
import { to } from '../../navigation/paths.ts'
import type { Listing } from '../../data/records/records.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { ExplainedCommand } from '../../components/dialog/ExplainedCommand.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { EditLines } from './EditLines.tsx'
import styles from './Details.module.css'
import './texts.ts'

const MAX_EDITS = 100

const Edit = ({ edit, listing }: { edit: ListingEditRow; listing: Listing }) => {
  const t = useText()
  const saved = useSaved()
  const mayCurate = useCan('listing.curate')
  const record = { id: edit.listingId }
  const approve = useCommand({
    resource: 'listings',
    verb: 'approve-edit',
    touches: ['listing-edits', 'listing-contents'],
    onSuccess: () => saved(t('listingDetails.editApproved')),
  })
  return (
    <li>
      <header>
        <span>
          <strong className="strong">{listing.title}</strong>{' '}
          <span className="small c num">
            {t('listingDetails.editSince', { instant: formatReaderInstant(edit.requestedAt) })}
          </span>
        </span>
        <span className={styles['actions']}>
          <LinkButton size="small" to={to.listingDetails('details', edit.listingId)}>
            {t('listingDetails.openDetails')}
          </LinkButton>
          {mayCurate && (
            <ExplainedCommand
              resource="listings"
              id={edit.listingId}
              verb="decline-edit"
              body={{ editId: edit.id }}
              touches={['listing-edits']}
              field="reason"
              maxLength={1_000}
              label={t('listingDetails.editDecline')}
              title={t('listingDetails.editDeclineTitle')}
              question={t('listingDetails.editDeclineWhy')}
              keep={t('listingDetails.keep')}
              saved={t('listingDetails.editDeclined')}
            />
          )}
          {mayCurate && (
            <Button
              size="small"
              loading={approve.pending}
              onClick={() => approve.run({ record, body: { editId: edit.id } })}
            >
              {t('listingDetails.editApprove')}
            </Button>
          )}
        </span>
      </header>
      <EditLines edit={edit} currency={listing.currency} />
      <ProblemText error={approve.error} />
    </li>
  )
}

/**
 * For staff: changes that hosts of live listings under full service request, the oldest first. Nothing is
 * shown while there are none.
 */
const EditQueue = () => {
  const t = useText()
  const {
    data = [],
    total,
    error,
    refetch,
  } = useGetList<Shown<typeof listingEdits>>('listing-edits', {
    filter: { state: 'open' },
    pagination: { page: 1, perPage: MAX_EDITS },
    sort: { field: 'requestedAt', order: 'ASC' },
  })
  const { data: listings = [] } = useGetMany<Listing>(
    'listings',
    { ids: [...new Set(data.map(({ listingId }) => listingId))] },
    { enabled: data.length > 0 },
  )
  if (error && data.length === 0)
    return (
      <Card title={t('listingDetails.editQueue')} className={styles['after']}>
        <ErrorState title={t('listingDetails.editsFailed')} error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (data.length === 0) return null
  return (
    <Card title={t('listingDetails.editQueue')} note={total} className={styles['after']}>
      <ul className={styles['versions']}>
        {data.map((edit) => {
          const listing = listings.find((one) => one?.id === edit.listingId)
          return listing && <Edit key={edit.id} edit={edit} listing={listing} />
        })}
      </ul>
    </Card>
  )
}
export default EditQueue
