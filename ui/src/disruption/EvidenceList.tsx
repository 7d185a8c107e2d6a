import { useGetList } from 'react-admin'
import type { DisruptedStay } from '@hearth/contracts/disruption'
import { ExplainedCommand } from '../components/dialog/ExplainedCommand.tsx'
import { formatReaderInstant } from '../components/dates/localDate.ts'
import { FileLinks } from '../components/files/FileLinks.tsx'
import { disruptionEvidenceTexts } from '../i18n/en/disruptionEvidence.ts'
import { addTexts } from '../i18n/i18nProvider.ts'
import { useText } from '../i18n/text.ts'
import { useCan, useSession } from '../session/session.ts'
import styles from './Disruption.module.css'
import type { Evidence } from './useDisruptions.ts'

addTexts({ disruptionEvidence: disruptionEvidenceTexts })

const SHOWN = 100
const MAX_ANSWER = 1_000

const One = ({ evidence, stay }: { evidence: Evidence; stay: DisruptedStay | undefined }) => {
  const t = useText()
  const mayAnswer = useCan('disruption.declare')
  const me = useSession()?.user.id
  const { id, code, text, fileIds, sentAt, answerBy, takenBy, answer, answeredAt } = evidence
  const name = [code, stay?.listingTitle].filter((part) => part != null).join(', ')
  return (
    <li>
      <p className="small strong">
        {t('disruptionEvidence.fromHost', { name, at: formatReaderInstant(sentAt) })}
      </p>
      <p>“{text}”</p>
      {fileIds.length > 0 && <FileLinks fileIds={fileIds} />}
      {answeredAt !== null && (
        <p className="small q">
          {t('disruptionEvidence.answer', { at: formatReaderInstant(answeredAt) })}: “{answer}”
        </p>
      )}
      {answeredAt === null && (
        <p className="small q num">
          {t('disruptionEvidence.due', { at: formatReaderInstant(answerBy) })}
          {takenBy !== null && ` ${t(`disruptionEvidence.taken.${takenBy === me ? 'you' : 'colleague'}`)}`}
        </p>
      )}
      {answeredAt === null && mayAnswer && (
        <ExplainedCommand
          resource="bookings"
          verb="answer-disruption-evidence"
          id={id}
          touches={['disruption-evidence']}
          field="answer"
          maxLength={MAX_ANSWER}
          label={t('disruptionEvidence.toAnswer')}
          name={`${t('disruptionEvidence.toAnswer')}: ${name}`}
          title={t('disruptionEvidence.answerTitle')}
          question={t('disruptionEvidence.answerQuestion')}
          help={t('disruptionEvidence.answerHelp')}
          keep={t('disruptionEvidence.keep')}
          saved={t('disruptionEvidence.answered')}
        />
      )}
    </li>
  )
}

/** What hosts sent to show that their homes aren't affected by the event; nothing before anyone has. */
export const EvidenceList = ({
  disruptionId,
  stays,
}: Readonly<{ disruptionId: string; stays: readonly DisruptedStay[] }>) => {
  const { data = [] } = useGetList<Evidence>('disruption-evidence', {
    pagination: { page: 1, perPage: SHOWN },
    sort: { field: 'sentAt', order: 'DESC' },
    filter: { disruptionId },
  })
  if (data.length === 0) return null
  return (
    <ul className={styles['evidence']}>
      {data.map((evidence) => (
        <One
          key={evidence.id}
          evidence={evidence}
          stay={stays.find(({ bookingId }) => bookingId === evidence.id)}
        />
      ))}
    </ul>
  )
}
