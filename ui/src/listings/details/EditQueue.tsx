import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import type { RowFrame } from '@hearth/contracts/kernel/resource'
import type { ListingEditRow } from '@hearth/contracts/listing'
import { useGetList, useGetMany } from 'react-admin'
import { useCan } from '../../access/session.ts'
import { to } from '../../data/paths.ts'
import type { Listing } from '../../data/records.ts'
import { useCommand } from '../../data/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../ui/Card.tsx'
import { ConfirmCommand } from '../../ui/ConfirmCommand.tsx'
import { Field } from '../../ui/Field.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { formatInstant } from '../../ui/localDate.ts'
import { ProblemText } from '../../ui/ProblemText.tsx'
import { useSaved } from '../../ui/useSaved.tsx'
import { changeLines } from './answerWords.ts'
import styles from './Details.module.css'
import './texts.ts'

const MOST = 100
const LEAST = 3

const Edit = ({ edit, title }: { edit: ListingEditRow; title: string }) => {
  const t = useText()
  const saved = useSaved()
  const mayCurate = useCan('listing.curate')
  const [declining, setDeclining] = useState(false)
  const [reason, setReason] = useState('')
  const record = { id: edit.listingId }
  const approve = useCommand({ resource: 'listings', verb: 'approve-edit', touches: ['listing-edits', 'listing-contents'], onSuccess: () => saved(t('listingDetails.editApproved')) })
  const decline = useCommand({ resource: 'listings', verb: 'decline-edit', touches: ['listing-edits'], onSuccess: () => { setDeclining(false); saved(t('listingDetails.editDeclined')) } })
  return (
    <li>
      <header>
        <span><strong className="strong">{title}</strong> <span className="small c num">{t('listingDetails.editSince', { instant: `${formatInstant(edit.requestedAt, 'UTC')} UTC` })}</span></span>
        <span className={styles['actions']}>
          <LinkButton size="small" to={to.listingDetails('details', edit.listingId)}>{t('listingDetails.openDetails')}</LinkButton>
          {mayCurate && <Button size="small" onClick={() => { decline.reset(); setDeclining(true) }}>{t('listingDetails.editDecline')}</Button>}
          {mayCurate && <Button size="small" loading={approve.pending} onClick={() => approve.run({ record, body: { editId: edit.id } })}>{t('listingDetails.editApprove')}</Button>}
        </span>
      </header>
      {changeLines(t, edit.section, edit.before, edit.after).map((line) => <p key={line.label}>{t('listingDetails.editWas', line)}</p>)}
      <ProblemText error={approve.error} />
      <ConfirmCommand
        open={declining} title={t('listingDetails.editDeclineTitle')} confirm={t('listingDetails.editDecline')} keep={t('listingDetails.keep')} pending={decline.pending} error={decline.error}
        onClose={() => setDeclining(false)} onConfirm={() => { if (reason.trim().length >= LEAST) decline.run({ record, body: { editId: edit.id, reason: reason.trim() } }) }}
      >
        <Field label={t('listingDetails.rejectWhy')} help={t('listingDetails.editDeclineHelp')}>{({ error: _error, ...field }) => <OutlinedInput multiline value={reason} onChange={({ target }) => setReason(target.value)} inputProps={{ ...field, maxLength: 1_000 }} />}</Field>
      </ConfirmCommand>
    </li>
  )
}

/** For our people: what hosts of live listings under full service want changed, the oldest first; nothing where nobody asked. */
const EditQueue = () => {
  const t = useText()
  const { data = [], total, error, refetch } = useGetList<ListingEditRow & RowFrame>('listing-edits', { filter: { state: 'open' }, pagination: { page: 1, perPage: MOST }, sort: { field: 'requestedAt', order: 'ASC' } })
  const { data: listings = [] } = useGetMany<Listing>('listings', { ids: [...new Set(data.map(({ listingId }) => listingId))] }, { enabled: data.length > 0 })
  if (error && data.length === 0) return <Card title={t('listingDetails.editQueue')} className={styles['after']}><ErrorState title={t('listingDetails.editsFailed')} error={error} onRetry={() => void refetch()} /></Card>
  if (data.length === 0) return null
  return (
    <Card title={t('listingDetails.editQueue')} note={total} className={styles['after']}>
      <ul className={styles['versions']}>{data.map((edit) => <Edit key={edit.id} edit={edit} title={listings.find((one) => one?.id === edit.listingId)?.title ?? ''} />)}</ul>
    </Card>
  )
}
export default EditQueue
