import { useSearchChange } from '../navigation/useSearchChange.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { LogPager } from '../components/list/LogPager.tsx'
import { TableSkeleton } from '../components/list/TableSkeleton.tsx'
import { EventFilters } from './EventFilters.tsx'
import { EVENTS_PER_PAGE, EVENT_FIELDS, parseEventQuery } from './eventFilters.ts'
import { EventRows } from './EventRows.tsx'
import { formatCount } from '../components/display/formatCount.ts'
import { useEvents } from './useEvents.ts'

/** The event log, filtered by what an operator knows. */
export const EventsReport = () => {
  const t = useText()
  const [search, change] = useSearchChange()
  const query = parseEventQuery(search)
  const { data, error, refetch } = useEvents(query)
  // An event that was searched by its id is open.
  const opened = search.get('open') ?? query.id ?? null
  const narrowed =
    EVENT_FIELDS.some((field) => query[field] !== undefined) ||
    query.from !== undefined ||
    query.until !== undefined
  const last = data ? Math.min(data.total, query.page * EVENTS_PER_PAGE) : 0
  return (
    <>
      <EventFilters
        query={query}
        onChange={(values) => change({ ...values, page: undefined, open: undefined })}
      />
      <Card>
        {error && !data ? (
          <ErrorState title={t('event.log.failed')} error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <TableSkeleton label={t('app.loading')} rows={12} />
        ) : data.events.length === 0 ? (
          <EmptyState
            icon="history"
            title={t(narrowed ? 'event.log.none' : 'event.log.noneAtAll')}
            text={t(narrowed ? 'event.log.noneText' : 'event.log.noneAtAllText')}
          />
        ) : (
          <>
            <EventRows events={data.events} opened={opened} onOpen={(id) => change({ open: id ?? '' })} />
            <LogPager
              page={query.page}
              isLast={last >= data.total}
              shown={t('event.log.shown', {
                first: formatCount((query.page - 1) * EVENTS_PER_PAGE + 1),
                last: formatCount(last),
                total: data.estimated
                  ? t('event.log.about', { total: formatCount(data.total) })
                  : formatCount(data.total),
              })}
              newer={t('event.log.previous')}
              older={t('event.log.next')}
              onPage={(to) => change({ page: String(to), open: undefined })}
            />
          </>
        )}
      </Card>
    </>
  )
}
