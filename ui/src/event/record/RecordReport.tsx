import { useSearchParams } from 'react-router-dom'
import { readStatus } from '../../data/http/problems.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { TableSkeleton } from '../../components/list/TableSkeleton.tsx'
import { toInstant } from '../eventFilters.ts'
import { Moments } from './Moments.tsx'
import { RecordForm, type RecordQuery } from './RecordForm.tsx'
import { RecordSliders } from './RecordSliders.tsx'
import { RecordTable } from './RecordTable.tsx'
import styles from './Record.module.css'
import { RECORD_RESOURCES } from './recordResources.ts'
import { usePresent, useRecordAt } from './useRecordAt.ts'

/** The record and the two instants in the address. */
const useRecordQuery = () => {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('resource') ?? ''
  const query: RecordQuery = {
    resource: RECORD_RESOURCES.includes(asked) ? asked : 'bookings',
    id: search.get('id') ?? '',
    a: search.get('a') ?? '',
    b: search.get('b') ?? '',
  }
  const show = (next: RecordQuery) =>
    setSearch({
      report: 'record',
      ...Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')),
    })
  return { query, show }
}

/** One record at two instants, side by side. */
export const RecordReport = () => {
  const t = useText()
  const { query, show } = useRecordQuery()
  const { resource } = query
  const [a, b] = [toInstant(query.a), toInstant(query.b)]
  const present = usePresent(resource, query.id)
  const found = present.data !== undefined
  const first = useRecordAt(resource, query.id, a, found)
  const second = useRecordAt(resource, query.id, b, found)
  const error = present.error ?? first.error ?? second.error
  const choose = (side: 'a' | 'b', instant: string | null) => show({ ...query, [side]: instant ?? '' })
  const retry = () => void Promise.all([present, first, second].map(({ refetch }) => refetch()))
  return (
    <>
      <RecordForm key={JSON.stringify(query)} query={query} onSubmit={show} />
      {query.id === '' ? (
        <Card>
          <EmptyState icon="history" title={t('event.record.start')} text={t('event.record.startText')} />
        </Card>
      ) : error ? (
        <Card>
          {readStatus(error) === 404 ? (
            <EmptyState
              icon="search"
              title={t('event.record.unknown')}
              text={t('event.record.unknownText')}
            />
          ) : (
            <ErrorState title={t('event.record.failed')} error={error} onRetry={retry} />
          )}
        </Card>
      ) : (
        <div className={styles['columns']}>
          <Card>
            {present.data && (
              <RecordSliders resource={resource} record={present.data} a={a} b={b} onChoose={choose} />
            )}
            {first.data === undefined || second.data === undefined ? (
              <TableSkeleton label={t('app.loading')} rows={8} />
            ) : (
              <RecordTable a={first.data} b={second.data} at={a} until={b} />
            )}
          </Card>
          {present.data && (
            <Moments resource={resource} record={present.data} a={a} b={b} onChoose={choose} />
          )}
        </div>
      )}
    </>
  )
}
