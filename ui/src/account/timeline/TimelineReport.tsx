import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { addDays, zLocalDate } from '@hearth/contracts/kernel/dates'
import {
  TIMELINE_KIND_NAMES,
  type Timeline,
  type TimelineEntry,
  type TimelineKind,
} from '@hearth/contracts/account/timeline'
import { categoryOfStream, idOfStream } from '@hearth/contracts/kernel/message'
import {
  formatDay,
  formatInstantsIn,
  formatRange,
  todayIn,
  wallClock,
} from '../../components/dates/localDate.ts'
import { Money } from '../../components/display/Money.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { HostSearch } from '../../components/form/HostSearch.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { FilterBar, type Filter } from '../../components/list/FilterBar.tsx'
import { ChoiceForm, DatesForm } from '../../components/list/filterForms.tsx'
import { getJson } from '../../data/http/http.ts'
import { useAccountNames } from '../../data/queries/useAccountNames.ts'
import { timelineTexts } from '../../i18n/en/timeline.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useSearchChange } from '../../navigation/useSearchChange.ts'
import styles from './Timeline.module.css'

addTexts({ timeline: timelineTexts })

const DAYS = 90

/** The pages of records; all others open in the event log. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  booking: to.booking,
  request: to.request,
  reimbursement: to.reimbursement,
  incident: to.incident,
  review: to.review,
  listing: to.listing,
  payout: (id) => to.reports({ report: 'payouts', show: 'done', payout: id }),
}
const findPath = ({ id, stream }: TimelineEntry): string =>
  PAGES[categoryOfStream(stream)]?.(idOfStream(stream)) ?? to.reports({ report: 'events', stream, id })

/** The state of the report, which the address holds. */
const useTimelineView = () => {
  const [search, change] = useSearchChange()
  const today = todayIn('UTC')
  const day = (key: string, otherwise: string) => zLocalDate.safeParse(search.get(key)).data ?? otherwise
  const chosen = (search.get('kinds') ?? '').split(',')
  return {
    accountId: search.get('account') ?? undefined,
    from: day('from', addDays(today, -DAYS)),
    to: day('to', today),
    /** None chosen: all of them. */
    kinds: TIMELINE_KIND_NAMES.filter((kind) => chosen.includes(kind)),
    change,
  }
}
type View = ReturnType<typeof useTimelineView>

const useTimeline = (accountId: string, { from, to: last, kinds }: View) => {
  const query = new URLSearchParams({
    from,
    to: last,
    ...(kinds.length > 0 && { kinds: kinds.join(',') }),
  }).toString()
  return useInfiniteQuery({
    queryKey: ['accounts', 'timeline', accountId, query],
    queryFn: ({ signal, pageParam }) =>
      getJson<Timeline>(
        `/api/accounts/${encodeURIComponent(accountId)}/timeline?${query}${pageParam === '' ? '' : `&before=${encodeURIComponent(pageParam)}`}`,
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    retry: false,
  })
}

const Filters = ({ accountId, view }: { accountId: string; view: View }) => {
  const t = useText()
  const nameOf = useAccountNames([accountId])
  const filters: readonly Filter[] = [
    {
      key: 'host',
      label: t('timeline.host'),
      value: nameOf(accountId),
      clear: () => view.change({ account: undefined }),
      form: (close) => (
        <HostSearch
          chosen={accountId}
          onChange={({ id }) => {
            view.change({ account: id })
            close()
          }}
        />
      ),
    },
    {
      key: 'days',
      label: t('timeline.days'),
      value: formatRange(view.from, view.to),
      clear: () => view.change({ from: undefined, to: undefined }),
      form: (close) => (
        <DatesForm
          from={view.from}
          last={view.to}
          onApply={(from, last) => {
            view.change({ from, to: last })
            close()
          }}
        />
      ),
    },
    {
      key: 'kinds',
      label: t('timeline.kinds'),
      value:
        view.kinds.length === 0 ? undefined : view.kinds.map((kind) => t(`timeline.kind.${kind}`)).join(', '),
      clear: () => view.change({ kinds: undefined }),
      form: () => (
        <ChoiceForm
          many
          legend={t('timeline.kinds')}
          choices={TIMELINE_KIND_NAMES.map((key) => ({ key, label: t(`timeline.kind.${key}`) }))}
          chosen={view.kinds}
          onChange={(kinds) => view.change({ kinds: kinds.length === 0 ? undefined : kinds.join(',') })}
        />
      ),
    },
  ]
  return <FilterBar filters={filters} label={t('timeline.options')} />
}

const Entry = ({ entry }: { entry: TimelineEntry }) => {
  const t = useText()
  const { id, at, kind, text, who, stream, amountMinor, currency } = entry
  return (
    <li className={styles['entry']}>
      <time className="num q" dateTime={at}>
        {wallClock(at, 'UTC').time}
      </time>
      <div>
        <p>
          <Link className="link" to={findPath(entry)}>
            {formatInstantsIn(text, 'UTC')}
          </Link>
        </p>
        <p className="small q">
          {t(`timeline.kind.${kind satisfies TimelineKind}`)}, {who.name},{' '}
          <Link className="link" to={to.reports({ report: 'events', stream, id })}>
            {t('timeline.event')}
          </Link>
        </p>
      </div>
      {amountMinor !== null && currency !== null && <Money amountMinor={amountMinor} currency={currency} />}
    </li>
  )
}

/** The entries by day, the newest first. */
const Entries = ({ entries }: { entries: readonly TimelineEntry[] }) => {
  const days = [...new Set(entries.map(({ at }) => at.slice(0, 10)))]
  return days.map((day) => (
    <section key={day} aria-label={formatDay(day)}>
      <h2 className={styles['day']}>{formatDay(day)}</h2>
      <ol>
        {entries
          .filter(({ at }) => at.startsWith(day))
          .map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
      </ol>
    </section>
  ))
}

const AccountTimeline = ({ accountId, view }: { accountId: string; view: View }) => {
  const t = useText()
  const query = useTimeline(accountId, view)
  return (
    <>
      <Filters accountId={accountId} view={view} />
      <Loaded query={query} failed={t('timeline.failed')} height={480}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries)
          return (
            <Card>
              {entries.length === 0 ? (
                <EmptyState icon="history" title={t('timeline.none')} text={t('timeline.noneText')} />
              ) : (
                <Entries entries={entries} />
              )}
              {query.hasNextPage && (
                <div className={styles['more']}>
                  <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    {t('timeline.older')}
                  </Button>
                </div>
              )}
            </Card>
          )
        }}
      </Loaded>
    </>
  )
}

/** One account: bookings, money, messages, claims, incidents and staff accesses, in the order of time. */
const TimelineReport = () => {
  const t = useText()
  const view = useTimelineView()
  const { accountId } = view
  if (accountId !== undefined) return <AccountTimeline accountId={accountId} view={view} />
  return (
    <Card title={t('timeline.choose')}>
      <div className={styles['choose']}>
        <HostSearch chosen={undefined} onChange={({ id }) => view.change({ account: id })} />
      </div>
    </Card>
  )
}
export default TimelineReport
