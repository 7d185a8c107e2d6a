import '../texts.ts'
import { useParams } from 'react-router-dom'
import { useGetOne } from 'react-admin'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { Skeleton } from '../../components/list/TableSkeleton.tsx'
import { readStatus } from '../../data/http/problems.ts'
import type { Incident } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { IncidentView } from './IncidentView.tsx'

/** One incident: what was reported, what was done, and what can be done next. */
const IncidentPage = () => {
  const t = useText()
  const { id = '' } = useParams()
  const { data, error, refetch } = useGetOne<Incident>('incidents', { id }, { retry: false })
  if (data) return <IncidentView key={id} incident={data} />
  if (!error)
    return (
      <div aria-busy="true">
        <Skeleton height={420} />
      </div>
    )
  const missing = readStatus(error) === 404 || readStatus(error) === 422
  return (
    <>
      <PageHeader
        title={t('incident.one')}
        crumbs={[
          { label: t('incident.title'), to: to.incidents() },
          { label: missing ? t('incident.unknown') : t('incident.one') },
        ]}
      />
      <Card>
        {missing ? (
          <EmptyState
            icon="search"
            title={t('incident.unknown')}
            text={t('problems.NOT_FOUND')}
            actions={
              <LinkButton filled to={to.incidents()}>
                {t('incident.toList')}
              </LinkButton>
            }
          />
        ) : (
          <ErrorState title={t('incident.oneFailed')} error={error} onRetry={() => void refetch()} />
        )}
      </Card>
    </>
  )
}
export default IncidentPage
