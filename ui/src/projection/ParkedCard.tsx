import type { ParkedStreamRow } from '@hearth/contracts/projection'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import { Card } from '../components/layout/Card.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { utcSeconds } from '../components/dates/instants.ts'
import { OperationButton } from './OperationButton.tsx'
import styles from './Projections.module.css'
import { useParkedStreams } from './useProjections.ts'

const ParkedRow = ({ parked }: { parked: ParkedStreamRow }) => {
  const t = useText()
  return (
    <li className={styles['parked']}>
      <div>
        <p>
          <code>{parked.stream}</code>{' '}
          <span className="q small">
            {t('projection.parked.where', {
              projection: parked.projection,
              build: parked.build,
              smart_count: parked.events,
            })}
          </span>
        </p>
        <p className="small bad-ink">
          {t('projection.parked.error', { error: parked.error, type: parked.eventType })}
        </p>
        <p className="cap c num">
          {t('projection.parked.when', {
            time: `${utcSeconds(parked.parkedAt)} UTC`,
            smart_count: parked.attempts,
          })}
        </p>
      </div>
      <div className={styles['acts']}>
        <LinkButton
          size="small"
          to={to.reports({ report: 'events', id: parked.eventId, stream: parked.stream })}
        >
          {t('projection.parked.open')}
        </LinkButton>
        <OperationButton
          resource="parked-streams"
          id={parked.id}
          verb="unpark"
          size="small"
          label={t('projection.parked.retry')}
          confirm={{
            title: t('projection.parked.confirm', { stream: parked.stream }),
            text: t('projection.parked.confirmText'),
          }}
        />
      </div>
    </li>
  )
}

/** Streams that are parked since an event that the projection could not apply. */
export const ParkedCard = () => {
  const t = useText()
  const { data = [], error, refetch } = useParkedStreams()
  if (error && data.length === 0)
    return (
      <Card>
        <ErrorState title={t('projection.parked.failed')} error={error} onRetry={() => void refetch()} />
      </Card>
    )
  return (
    <Card
      title={
        <>
          {t('projection.parked.title')} <span className="c num">{data.length}</span>
        </>
      }
      action={<span className="small c only-desk">{data.length > 0 && t('projection.parked.note')}</span>}
    >
      {data.length === 0 ? (
        <p className={`q small ${styles['pad']}`}>{t('projection.parked.none')}</p>
      ) : (
        <ul>
          {data.map((parked) => (
            <ParkedRow key={parked.id} parked={parked} />
          ))}
        </ul>
      )}
    </Card>
  )
}
