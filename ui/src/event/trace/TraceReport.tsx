import { useSearchParams } from 'react-router-dom'
import { to } from '../../navigation/paths.ts'
import { readStatus } from '../../data/http/problems.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { TableSkeleton } from '../../components/list/TableSkeleton.tsx'
import { IdForm } from './IdForm.tsx'
import styles from './Trace.module.css'
import { TracePicture } from './TracePicture.tsx'
import { useTrace } from '../useEvents.ts'

/** The causal chain of one request. */
export const TraceReport = () => {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const id = search.get('id') ?? ''
  const { data, error, refetch } = useTrace(id)
  return (
    <>
      <IdForm
        key={id}
        label={t('event.trace.label')}
        help={t('event.trace.help')}
        submit={t('event.trace.find')}
        value={id}
        onSubmit={(wanted) => setSearch({ report: 'trace', id: wanted })}
      />
      <Card>
        {id === '' ? (
          <EmptyState icon="swap" title={t('event.trace.start')} text={t('event.trace.startText')} />
        ) : error && !data ? (
          readStatus(error) === 404 ? (
            <EmptyState icon="search" title={t('event.trace.unknown')} text={t('event.trace.unknownText')} />
          ) : (
            <ErrorState title={t('event.trace.failed')} error={error} onRetry={() => void refetch()} />
          )
        ) : !data ? (
          <TableSkeleton label={t('app.loading')} rows={5} />
        ) : (
          <div className={styles['body']}>
            <TracePicture trace={data} />
            {!data.complete && <p className="small q">{t('event.trace.cut')}</p>}
            <div>
              <LinkButton
                size="small"
                to={to.reports({ report: 'events', correlationId: data.correlationId })}
              >
                {t('event.trace.openEvents')}
              </LinkButton>
            </div>
          </div>
        )}
      </Card>
    </>
  )
}
