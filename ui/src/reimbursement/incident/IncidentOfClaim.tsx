import { useState } from 'react'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { useQueryClient } from '@tanstack/react-query'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { sendCommand } from '../../data/records/dataProvider.ts'
import type { Incident, ReimbursementRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useCan } from '../../session/session.ts'
import styles from '../detail/Claim.module.css'
import { isPossible } from '../isPossible.ts'
import { useClaimedIncident } from './useClaimedIncident.ts'

type Of = Readonly<{ claim: ReimbursementRecord }>

/** The files of the report that the claim does not have yet, and the button that adds them. */
const ReportedFiles = ({ claim, incident }: Of & Readonly<{ incident: Incident }>) => {
  const t = useText()
  const client = useQueryClient()
  const [state, setState] = useState<Readonly<{ pending: boolean; error: unknown }>>({
    pending: false,
    error: null,
  })
  const known = new Set(claim.evidence?.map(({ fileId }) => fileId))
  const files = (incident.evidence ?? []).filter(({ fileId }) => !known.has(fileId))
  if (files.length === 0) return null
  const attach = async () => {
    setState({ pending: true, error: null })
    try {
      for (const { fileId, width } of files)
        await sendCommand({
          resource: 'reimbursements',
          id: claim.id,
          verb: 'attach-evidence',
          body: { fileId, itemId: null, kind: width === null ? 'other' : 'photo_after' },
          key: deriveId('attach-reported-file', claim.id, fileId),
        })
      setState({ pending: false, error: null })
    } catch (error) {
      setState({ pending: false, error })
    }
    await client.invalidateQueries({ queryKey: ['reimbursements'] })
  }
  return (
    <>
      <p>{t('reimbursement.incident.files', { smart_count: files.length })}</p>
      <p>
        <Button size="small" loading={state.pending} onClick={() => void attach()}>
          {t('reimbursement.incident.attach', { smart_count: files.length })}
        </Button>
      </p>
      <ProblemText error={state.error} />
    </>
  )
}

/** The incident that the claim follows from, with its files for the claim. */
export const IncidentOfClaim = ({ claim }: Of) => {
  const t = useText()
  const incident = useClaimedIncident(claim)
  const mayAttach = useCan('reimbursement.write') && isPossible(claim, 'AttachReimbursementEvidence')
  if (incident === undefined) return null
  return (
    <Card title={t('reimbursement.incident.title')}>
      <div className={styles['part']}>
        <p>
          <Link className="link" to={to.incident(incident.id)}>
            {t('reimbursement.incident.link', { code: incident.code })}
          </Link>
        </p>
        <p className="small q num">
          {t('reimbursement.incident.reported', { at: formatReaderInstant(incident.reportedAt) })}
        </p>
        {mayAttach && <ReportedFiles claim={claim} incident={incident} />}
      </div>
    </Card>
  )
}
