import { useSearchParams } from 'react-router-dom'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { TableSkeleton } from '../components/list/TableSkeleton.tsx'
import { BuildDetail } from './BuildDetail.tsx'
import { createLines } from './projectionLines.ts'
import { ParkedCard } from './ParkedCard.tsx'
import { ProcessesCard } from './ProcessesCard.tsx'
import { ProjectionFigures } from './ProjectionFigures.tsx'
import { ProjectionTable } from './ProjectionTable.tsx'
import styles from './Projections.module.css'
import { RequestsCard } from './RequestsCard.tsx'
import { useProjectionRequests, useProjections } from './useProjections.ts'

/** All read models, live: what is late, parked or being rebuilt, and what can be done about it. */
export const ProjectionsReport = () => {
  const t = useText()
  const [search] = useSearchParams()
  const { data: watched, error, refetch, dataUpdatedAt } = useProjections()
  const { data: requests = [] } = useProjectionRequests()
  if (!watched) {
    return error ? (
      <Card>
        <ErrorState title={t('projection.list.failed')} error={error} onRetry={() => void refetch()} />
      </Card>
    ) : (
      <Card>
        <TableSkeleton label={t('app.loading')} />
      </Card>
    )
  }
  const { rows, history } = watched
  if (rows.length === 0)
    return (
      <Card>
        <EmptyState icon="database" title={t('projection.list.none')} text={t('projection.list.noneText')} />
      </Card>
    )
  const lines = createLines(rows, dataUpdatedAt)
  const wanted = search.get('show') ?? ''
  const [name = ''] = wanted.split('.')
  const line =
    lines.find(({ key }) => key === wanted) ??
    lines.find((candidate) => candidate.name === name && candidate.serves) ??
    lines.find(({ serves }) => !serves) ??
    lines[0]
  const row = rows.find(({ id }) => id === line?.name)
  return (
    <>
      <ProjectionFigures rows={rows} at={dataUpdatedAt} />
      <div className={styles['columns']}>
        <div className={styles['left']}>
          <Card>
            <ProjectionTable lines={lines} shown={line?.key} history={history} />
          </Card>
          <ParkedCard />
          <ProcessesCard />
        </div>
        <div className={styles['left']}>
          {row && line && <BuildDetail key={row.id} row={row} build={line.build} requests={requests} />}
          <RequestsCard requests={requests} />
        </div>
      </div>
    </>
  )
}
