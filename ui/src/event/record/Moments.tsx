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
    <Card title={t('internal.record.moments')}>
      {error && !data ? (
        <ErrorState title={t('internal.record.momentsFailed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton label={t('internal.loading')} rows={4} />
      ) : data.length === 0 ? (
        <p className={`q small ${styles['none']}`}>{t('internal.record.noMoments')}</p>
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
                  aria-label={t('internal.record.asFirstOf', { type, time })}
                  onClick={() => onChoose('a', occurredAt)}
                >
                  {t('internal.record.asFirst')}
                </Button>
                <Button
                  size="small"
                  aria-pressed={b === occurredAt}
                  aria-label={t('internal.record.asSecondOf', { type, time })}
                  onClick={() => onChoose('b', occurredAt)}
                >
                  {t('internal.record.asSecond')}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
