import { lazy, Suspense, useState } from 'react'
import { Button } from '@mui/material'
import { useGetList } from 'react-admin'
import type { disruptionEvidence } from '@hearth/contracts/disruption'
import { addDays, MINUTE_MS } from '@hearth/contracts/kernel/dates'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { formatDay, formatReaderInstant } from '../../components/dates/localDate.ts'
import { useNow } from '../../components/dates/useNow.ts'
import { FileLinks } from '../../components/files/FileLinks.tsx'
import { Card } from '../../components/layout/Card.tsx'
import type { Booking } from '../../data/records/records.ts'
import { disruptionEvidenceTexts } from '../../i18n/en/disruptionEvidence.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText } from '../../i18n/text.ts'
import { useCan, useSees } from '../../session/session.ts'
import styles from './DisruptionCard.module.css'

addTexts({ disruptionEvidence: disruptionEvidenceTexts })

const EvidenceDialog = lazy(() => import('./EvidenceDialog.tsx'))
/** Stays of one home that an event covers. */
const SHOWN = 100

type Evidence = Shown<typeof disruptionEvidence>

/** What was sent, and what Hearth answered. */
const Sent = ({
  evidence: { text, fileIds, sentAt, answerBy, answer, answeredAt },
}: {
  evidence: Evidence
}) => {
  const t = useText()
  return (
    <>
      <p className="small c num">{t('disruptionEvidence.yours', { at: formatReaderInstant(sentAt) })}</p>
      <p>“{text}”</p>
      {fileIds.length > 0 && <FileLinks fileIds={fileIds} />}
      {answeredAt === null ? (
        <p className="small q">{t('disruptionEvidence.waiting', { at: formatReaderInstant(answerBy) })}</p>
      ) : (
        <>
          <p className="small c num">
            {t('disruptionEvidence.answer', { at: formatReaderInstant(answeredAt) })}
          </p>
          <p>“{answer}”</p>
        </>
      )}
    </>
  )
}

type Covered = Booking & Readonly<{ disruption: NonNullable<Booking['disruption']> }>

/** The event that covers a stay, and the host's evidence that the home isn't affected. */
const DisruptionCard = ({ booking }: { booking: Covered }) => {
  const t = useText()
  const { disruptionId, title, start, end, evidenceUntil } = booking.disruption
  const enabled = useSees('booking.details')
  const maySend = useCan('booking.cancel')
  const [open, setOpen] = useState(false)
  const { data } = useGetList<Evidence>(
    'disruption-evidence',
    {
      pagination: { page: 1, perPage: SHOWN },
      sort: { field: 'sentAt', order: 'DESC' },
      filter: { disruptionId, listingId: booking.listingId },
    },
    { enabled },
  )
  const evidence = data?.find(({ id }) => id === booking.id)
  const isOpen = useNow(MINUTE_MS) < Date.parse(evidenceUntil)
  const at = formatReaderInstant(evidenceUntil)
  const isMissing = data !== undefined && evidence === undefined && maySend
  return (
    <Card title={t('disruptionEvidence.title')}>
      <div className={styles['body']}>
        <p>
          {t('disruptionEvidence.event', {
            title,
            from: formatDay(start),
            to: formatDay(addDays(end, -1)),
          })}
        </p>
        {evidence && <Sent evidence={evidence} />}
        {isMissing && (
          <p className="small q">
            {t(isOpen ? 'disruptionEvidence.open' : 'disruptionEvidence.closed', { at })}
          </p>
        )}
        {isMissing && isOpen && (
          <div>
            <Button size="small" onClick={() => setOpen(true)}>
              {t('disruptionEvidence.send')}
            </Button>
          </div>
        )}
      </div>
      {open && (
        <Suspense fallback={null}>
          <EvidenceDialog booking={booking} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  )
}
export default DisruptionCard
