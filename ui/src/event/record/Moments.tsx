import { Button } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { TableSkeleton } from '../../components/list/TableSkeleton.tsx'
import { utcSeconds } from '../../components/dates/instants.ts'
import styles from './Record.module.css'
import { useMoments, type AnyRecord } from './useRecordAt.ts'

type Props = {
  resource: string
  record: AnyRecord
  a: string | undefined
  b: string | undefined
  onChoose: (side: 'a' | 'b', instant: string) => void
}

/** The events of the record; each is an instant that can be compared. */
export const Moments = ({ resource, record, a, b, onChoose }: Props) => {
  const t = useText()
  const { data, error, refetch } = useMoments(resource, record)
  return (
    <Card title={t('event.record.moments')}>
      {error && !data ? (
        <ErrorState title={t('event.record.momentsFailed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton label={t('app.loading')} rows={4} />
      ) : data.length === 0 ? (
        <p className={`q small ${styles['none']}`}>{t('event.record.noMoments')}</p>
      ) : (
        <ul>
          {data.map(({ id, type, occurredAt }) => {
            const time = utcSeconds(occurredAt)
            return (
              <li key={id} className={styles['moment']}>
                <div>
                  <p className="strong clip">{type}</p>
                  <p className="cap c num">{time}</p>
                </div>
                <Button
                  size="small"
                  aria-pressed={a === occurredAt}
                  aria-label={t('event.record.asFirstOf', { type, time })}
                  onClick={() => onChoose('a', occurredAt)}
                >
                  {t('event.record.asFirst')}
                </Button>
                <Button
                  size="small"
                  aria-pressed={b === occurredAt}
                  aria-label={t('event.record.asSecondOf', { type, time })}
                  onClick={() => onChoose('b', occurredAt)}
                >
                  {t('event.record.asSecond')}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
