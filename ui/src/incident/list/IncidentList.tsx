import { useListContext } from 'react-admin'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { useSeenColumns } from '../../components/list/ColumnsButton.tsx'
import { ListTable } from '../../components/list/ListTable.tsx'
import { sameFilter } from '../../components/list/sameFilter.ts'
import { SavedViews } from '../../components/list/SavedViews.tsx'
import { TableSkeleton } from '../../components/list/TableSkeleton.tsx'
import { useCards } from '../../components/list/useCards.ts'
import type { ListedIncident } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useCan } from '../../session/session.ts'
import { IncidentCards } from './IncidentCards.tsx'
import { useIncidentColumns } from './useIncidentColumns.tsx'
import { formatSearch, VIEW_KEYS, VIEWS, type ViewKey } from './views.ts'

const Rows = ({ view = 'all' }: { view: ViewKey | undefined }) => {
  const t = useText()
  const cards = useCards()
  const { data, error, isPending, refetch, total } = useListContext<ListedIncident>()
  const columns = useSeenColumns(useIncidentColumns(data ?? []))
  if (!error && data && total !== 0)
    return cards ? (
      <IncidentCards rows={data} />
    ) : (
      <ListTable<ListedIncident>
        columns={columns}
        label={t('incident.title')}
        nameOf={({ code }) => code}
        pathOf={({ id }) => to.incident(id)}
      />
    )
  return (
    <Card>
      {error ? (
        <ErrorState title={t('incident.failed')} error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <TableSkeleton label={t('app.loading')} rows={8} />
      ) : (
        <EmptyState
          icon="check"
          title={t(`incident.none.${view}`)}
          text={t(`incident.none.${view}Text`)}
          actions={null}
        />
      )}
    </Card>
  )
}

/** What went wrong: the open ones, the most severe first, and what was resolved. */
export const IncidentList = () => {
  const t = useText()
  const { filterValues } = useListContext()
  const mayReport = useCan('incident.report')
  const current = VIEW_KEYS.find((key) => sameFilter(filterValues, VIEWS[key]))
  return (
    <>
      <PageHeader
        title={t('incident.title')}
        actions={mayReport && <LinkButton to={to.reportIncident()}>{t('incident.report.title')}</LinkButton>}
      />
      <SavedViews
        label={t('incident.views.label')}
        views={VIEW_KEYS.map((key) => ({
          key,
          label: t(`incident.views.${key}`),
          to: key === 'open' ? to.incidents() : to.incidents(formatSearch(key)),
          current: key === current,
        }))}
      />
      <Rows view={current} />
    </>
  )
}
