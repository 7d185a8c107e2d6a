import type { ProjectionRequestRow } from '@hearth/contracts/projection'
import { useText } from '../i18n/text.ts'
import type { Tone } from '../theme/tokens.ts'
import { Card } from '../components/layout/Card.tsx'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { utcSeconds } from '../components/dates/instants.ts'
import styles from './Projections.module.css'
import { useAskerName } from './useAskerName.ts'

const SHOWN = 8
const tones: Readonly<Record<ProjectionRequestRow['status'], Tone>> = {
  waiting: 'info',
  running: 'info',
  done: 'ok',
  failed: 'bad',
}

const answerStyle = (status: ProjectionRequestRow['status']) =>
  status === 'failed' ? 'bad-ink' : `q ${styles['brief']}`

/** Requests to the projectors and their outcomes. */
export const RequestsCard = ({ requests }: { requests: readonly ProjectionRequestRow[] }) => {
  const t = useText()
  const nameOf = useAskerName()
  return (
    <Card title={t('projection.requests.title')}>
      {requests.length === 0 ? (
        <p className={`q small ${styles['pad']}`}>{t('projection.requests.none')}</p>
      ) : (
        <ul>
          {requests
            .slice(0, SHOWN)
            .map(({ id, verb, projection, stream, status, answer, requestedAt, requestedBy }) => (
              <li key={id} className={styles['request']}>
                <div>
                  <p>
                    <b className="strong">{t(`projection.requests.verb.${verb}`)}</b> {projection}
                    {stream !== null && (
                      <>
                        {' '}
                        <code>{stream}</code>
                      </>
                    )}
                  </p>
                  {/** A comparison lists its differences beside the table; a failure is shown in full. */}
                  {answer !== null && answer !== '' && (
                    <p className={`small ${styles['answer']} ${answerStyle(status)}`}>{answer}</p>
                  )}
                  <p className="cap c num">
                    {t('projection.requests.by', { time: utcSeconds(requestedAt), who: nameOf(requestedBy) })}
                  </p>
                </div>
                <StatusChip tone={tones[status]} plain={status === 'done'}>
                  {t(`projection.requests.status.${status}`)}
                </StatusChip>
              </li>
            ))}
        </ul>
      )}
    </Card>
  )
}
