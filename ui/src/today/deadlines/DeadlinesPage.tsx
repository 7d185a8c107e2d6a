import { useRef } from 'react'
import { Button } from '@mui/material'
import { useSearchParams } from 'react-router-dom'
import { MINUTE_MS } from '@hearth/contracts/kernel/dates'
import { formatDecimal } from '@hearth/contracts/kernel/money'
import { CLOCK_KINDS, KEPT_DAYS, type DeadlineItem, type Deadlines } from '@hearth/contracts/today'
import { browserZone, formatDay, formatDayLong, wallClock } from '../../components/dates/localDate.ts'
import { formatTime } from '../../components/dates/timeOfDay.ts'
import { useNow } from '../../components/dates/useNow.ts'
import { Figure, Figures } from '../../components/display/Figures.tsx'
import { Icon } from '../../components/display/icons.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { downloadCsv } from '../../components/list/csv.ts'
import { FilterBar, type Filter } from '../../components/list/FilterBar.tsx'
import { ChoiceForm } from '../../components/list/filterForms.tsx'
import { SavedViews } from '../../components/list/SavedViews.tsx'
import { TableSkeleton } from '../../components/list/TableSkeleton.tsx'
import { useRowKeys } from '../../components/list/useRowKeys.ts'
import { deadlinesTexts } from '../../i18n/en/deadlines.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useSearchChange } from '../../navigation/useSearchChange.ts'
import { useSession } from '../../session/session.ts'
import { DeadlineLine } from './DeadlineLine.tsx'
import styles from './Deadlines.module.css'
import { findHoliday } from './findHoliday.ts'
import { findGroup, GROUPS, isIn, VIEWS, type Group, type View } from './groupDeadlines.ts'
import { useDeadlines } from './useDeadlines.ts'

addTexts({ deadlines: deadlinesTexts })

const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

type Shown = Readonly<{ data: Deadlines; now: number }>

const Numbers = ({ data: { items, late, kept, promised }, now }: Shown) => {
  const t = useText()
  const isLate = ({ dueAt }: DeadlineItem) => findGroup(dueAt, now, browserZone()) === 'late'
  const dueToday = items.filter(({ dueAt }) => findGroup(dueAt, now, browserZone()) === 'today')
  const holiday = findHoliday(wallClock(now, browserZone()).date)
  const note = (of: readonly DeadlineItem[]) => {
    const count = of.filter(({ responsibleId }) => responsibleId === null).length
    if (of.length === 0) return ''
    return count === 0 ? t('deadlines.allAssigned') : t('deadlines.notAssigned', { count })
  }
  return (
    <section aria-label={t('deadlines.figures')}>
      <Figures>
        <Figure
          label={t('deadlines.late')}
          value={String(late)}
          note={note(items.filter(isLate))}
          late={late > 0}
        />
        <Figure label={t('deadlines.today')} value={String(dueToday.length)} note={note(dueToday)} />
        <Figure
          label={t('deadlines.kept', { days: KEPT_DAYS })}
          value={promised === 0 ? '–' : PERCENT.format(kept / promised)}
          note={
            promised === 0
              ? t('deadlines.noPromise')
              : t('deadlines.keptNote', { kept, smart_count: promised })
          }
        />
        {holiday && (
          <Figure
            label={t('deadlines.holiday', { day: formatDay(holiday.date) })}
            value={t('deadlines.holidayValue')}
            note={t(`deadlines.holidayNote.${(holiday.closed.length === 1 && holiday.closed[0]) || 'all'}`)}
          />
        )}
      </Figures>
    </section>
  )
}

const Lines = ({
  group,
  items,
  now,
}: Readonly<{ group: Group; items: readonly DeadlineItem[]; now: number }>) => {
  const t = useText()
  if (items.length === 0) return null
  return (
    <section aria-label={t(`deadlines.group.${group}`)}>
      <h2 className={styles['group']} data-late={group === 'late' || undefined}>
        {group === 'late' && <Icon name="alert" size={16} />}
        {t(`deadlines.group.${group}`)} <span className="num">{items.length}</span>
      </h2>
      <ol>
        {items.map((item) => (
          <DeadlineLine key={`${item.kind}${item.id}`} item={item} now={now} />
        ))}
      </ol>
    </section>
  )
}

/** Downloads all deadlines of the board, one row for each. Instants are in UTC. */
const Export = ({ items }: Readonly<{ items: readonly DeadlineItem[] }>) => {
  const t = useText()
  const columns = ['due', 'account', 'code', 'subject', 'step', 'amount', 'currency', 'who'] as const
  const rows = () => [
    columns.map((column) => t(`deadlines.file.${column}`)),
    ...items.map((item) => [
      item.dueAt,
      item.accountName,
      item.code,
      item.subject,
      t(`deadlines.step.${item.step}`, { kind: t(`deadlines.kind.${item.kind}`) }),
      item.amountMinor === null || item.currency === null
        ? null
        : Number(formatDecimal(item.amountMinor, item.currency)),
      item.currency,
      item.responsibleName,
    ]),
  ]
  return (
    <Button disabled={items.length === 0} onClick={() => downloadCsv('deadlines.csv', rows())}>
      <Icon name="download" size={16} />
      {t('deadlines.export', { smart_count: items.length })}
    </Button>
  )
}

const isView = (text: string | null): text is View => VIEWS.some((view) => view === text)

/** What narrows the board besides its view; both are in the address. */
const useFilters = (items: readonly DeadlineItem[]): readonly Filter[] => {
  const t = useText()
  const [search, change] = useSearchChange()
  const hosts = new Map(items.map(({ accountId, accountName }) => [accountId ?? '', accountName ?? '']))
  const choice = (
    key: 'kind' | 'host',
    options: readonly Readonly<{ key: string; label: string }>[],
  ): Filter => {
    const chosen = search.get(key)
    return {
      key,
      label: t(`deadlines.filter.${key}`),
      value: chosen === null ? undefined : options.find((option) => option.key === chosen)?.label,
      clear: () => change({ [key]: undefined }),
      form: (close) => (
        <ChoiceForm
          legend={t(`deadlines.filter.${key}`)}
          choices={options}
          chosen={chosen === null ? [] : [chosen]}
          onChange={([next]) => {
            change({ [key]: next })
            close()
          }}
        />
      ),
    }
  }
  return [
    choice(
      'kind',
      CLOCK_KINDS.map((key) => ({ key, label: t(`deadlines.kind.${key}`) })),
    ),
    choice(
      'host',
      [...hosts].map(([key, label]) => ({ key, label })).toSorted((a, b) => a.label.localeCompare(b.label)),
    ),
  ]
}

/** The views of the board, and its lines by how urgent they are. */
const Board = ({ data, now }: Shown) => {
  const t = useText()
  const [search] = useSearchParams()
  const asked = search.get('show')
  const view = isView(asked) ? asked : 'all'
  const userId = useSession()?.user.id
  const rows = useRef<HTMLDivElement>(null)
  useRowKeys(rows)
  const [kind, host] = [search.get('kind'), search.get('host')]
  const shown = data.items.filter(
    (item) =>
      isIn(view, item, userId) &&
      (kind === null || item.kind === kind) &&
      (host === null || item.accountId === host),
  )
  const filters = useFilters(data.items)
  const isAll = view === 'all' && kind === null && host === null
  return (
    <>
      <SavedViews
        label={t('deadlines.views.label')}
        views={VIEWS.map((key) => ({
          key,
          label: t(`deadlines.views.${key}`),
          to: to.deadlines(key === 'all' ? {} : { show: key }),
          current: key === view,
          count: key === 'all' ? data.total : data.items.filter((item) => isIn(key, item, userId)).length,
        }))}
      />
      <FilterBar label={t('table.filters')} filters={filters} />
      <div ref={rows} className={styles['board']}>
        {shown.length === 0 ? (
          <EmptyState
            icon="check"
            title={t(isAll ? 'deadlines.none' : 'deadlines.noneShown')}
            text={t(isAll ? 'deadlines.noneText' : 'deadlines.noneShownText')}
          />
        ) : (
          GROUPS.map((group) => (
            <Lines
              key={group}
              group={group}
              items={shown.filter(({ dueAt }) => findGroup(dueAt, now, browserZone()) === group)}
              now={now}
            />
          ))
        )}
      </div>
      {data.items.length < data.total && (
        <p className="small c">{t('deadlines.more', { smart_count: data.total - data.items.length })}</p>
      )}
    </>
  )
}

/** `/internal/deadlines`: what staff have promised by an instant, what is late first. */
const DeadlinesPage = () => {
  const t = useText()
  const now = useNow(MINUTE_MS)
  const { data, error, refetch } = useDeadlines()
  const { date, time } = wallClock(now, browserZone())
  return (
    <>
      <PageHeader
        title={t('deadlines.title')}
        detail={`${formatDayLong(date)}, ${formatTime(time)}`}
        actions={data && <Export items={data.items} />}
      />
      {data ? (
        <>
          <Numbers data={data} now={now} />
          <Board data={data} now={now} />
        </>
      ) : error ? (
        <ErrorState title={t('deadlines.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <TableSkeleton label={t('app.loading')} rows={6} />
      )}
    </>
  )
}
export default DeadlinesPage
