import { Button } from '@mui/material'
import type { Shown } from '@hearth/contracts/kernel/resource'
import type { listingEdits } from '@hearth/contracts/listing'
import { useGetList } from 'react-admin'
import { useCan } from '../../session/session.ts'
import type { Listing } from '../../data/records/records.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { formatInstant } from '../../components/dates/localDate.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { EditLines } from './EditLines.tsx'
import styles from './Details.module.css'

const MAX_EDITS = 20

/** Changes that the host has requested and curators have not decided yet. */
export const OpenEdits = ({ listing }: { listing: Listing }) => {
  const t = useText()
  const saved = useSaved()
  const mayWrite = useCan('listing.write')
  const {
    data = [],
    error,
    refetch,
  } = useGetList<Shown<typeof listingEdits>>(
    'listing-edits',
    {
      filter: { listingId: listing.id, state: 'open' },
      pagination: { page: 1, perPage: MAX_EDITS },
      sort: { field: 'requestedAt', order: 'ASC' },
    },
    { enabled: listing.openEdits > 0 },
  )
  const withdraw = useCommand({
    resource: 'listings',
    verb: 'withdraw-edit',
    touches: ['listing-edits'],
    onSuccess: () => saved(t('listingDetails.withdrawn')),
  })
  if (listing.openEdits === 0) return null
  if (error && data.length === 0)
    return (
      <Card title={t('listingDetails.edits')} className={styles['note']}>
        <ErrorState title={t('listingDetails.editsFailed')} error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (data.length === 0) return null
  return (
    <Card title={t('listingDetails.edits')} className={styles['note']}>
      <ul className={styles['versions']}>
        {data.map((edit) => (
          <li key={edit.id}>
            <header>
              <span className="small c num">
                {t('listingDetails.editSince', {
                  instant: formatInstant(edit.requestedAt, listing.timezone),
                })}
              </span>
              {mayWrite && (
                <Button
                  size="small"
                  onClick={() => withdraw.run({ record: { id: listing.id }, body: { editId: edit.id } })}
                >
                  {t('listingDetails.withdraw')}
                </Button>
              )}
            </header>
            <EditLines edit={edit} currency={listing.currency} />
          </li>
        ))}
      </ul>
      <ProblemText error={withdraw.error} />
    </Card>
  )
}
