import { useEffect } from 'react'
import { IconButton, useMediaQuery } from '@mui/material'
import { useCan, useSession } from '../session/session.ts'
import { NewBlockDialog } from './block/NewBlockDialog.tsx'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { Icon } from '../components/display/icons.tsx'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { addDays, browserZone, wallClock } from '../components/dates/localDate.ts'
import { PageHeader } from '../components/layout/PageHeader.tsx'
import { TableSkeleton } from '../components/list/TableSkeleton.tsx'
import { useNow } from '../components/dates/useNow.ts'
import { to } from '../navigation/paths.ts'
import { CalendarFilters } from './CalendarFilters.tsx'
import { CalendarToolbar } from './CalendarToolbar.tsx'
import { Legend } from './grid/Legend.tsx'
import { MultiCalendar } from './grid/MultiCalendar.tsx'
import styles from './grid/MultiCalendar.module.css'
import { useCalendarAddress } from './useCalendarAddress.ts'
import { ROWS_PER_PAGE, useCalendarRows } from './rows/useCalendarRows.ts'
import { monthsText } from './rows/window.ts'

/** The page wants the width: the menu keeps its icons only. */
const useFoldedSidebar = () =>
  useEffect(() => {
    document.body.dataset['sidebar'] = 'folded'
    return () => void delete document.body.dataset['sidebar']
  }, [])

const CalendarPage = () => {
  const t = useText()
  const phone = useMediaQuery('(max-width:700px)')
  const mayBlock = useCan('block.write')
  const zone = useSession()?.account?.timezone ?? browserZone()
  const now = useNow(60_000)
  const { date: today, time } = wallClock(now, zone)
  const dayShare = (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) / 1440
  const { window, set, listings, only, page, startAt, making } = useCalendarAddress(today, phone)
  const { rows, total, loading, error, retry } = useCalendarRows({ window, listingIds: listings, page, now })
  useFoldedSidebar()

  const shown = rows.filter(({ clashes, gaps }) =>
    only === 'clashes' ? clashes > 0 : only === 'gaps' ? gaps > 0 : true,
  )
  const minimum = new Set(rows.map(({ listing }) => listing.rules.minNights))
  const minNights = minimum.size === 1 ? [...minimum][0] : undefined
  const shift = (days: number) => set({ from: addDays(window.start, days) })
  const corner =
    shown.length === total
      ? t('calendar.listingCount', { smart_count: total })
      : t('calendar.someOf', { shown: shown.length, total })

  const body = () => {
    if (error)
      return (
        <Card>
          <ErrorState title={t('calendar.failed')} error={error} onRetry={retry} />
        </Card>
      )
    if (loading)
      return (
        <Card>
          <TableSkeleton label={t('app.loading')} rows={10} />
        </Card>
      )
    if (rows.length === 0 && listings.length === 0)
      return (
        <Card>
          <EmptyState
            icon="calendar"
            title={t('calendar.none')}
            text={t('calendar.noneText')}
            actions={
              <LinkButton filled to={to.listings()}>
                {t('app.menu.listings')}
              </LinkButton>
            }
          />
        </Card>
      )
    if (shown.length === 0)
      return (
        <Card>
          <EmptyState
            icon="search"
            title={t('calendar.noMatch')}
            text={t('calendar.noMatchText')}
            actions={
              <LinkButton to={to.calendar({ from: window.start, nights: String(window.days) })}>
                {t('calendar.showAll')}
              </LinkButton>
            }
          />
        </Card>
      )
    return (
      <>
        <MultiCalendar
          rows={shown}
          window={window}
          today={today}
          dayShare={dayShare}
          phone={phone}
          corner={corner}
          startAt={startAt}
          onShift={shift}
        />
        {total > ROWS_PER_PAGE && listings.length === 0 && (
          <div className={styles['pages']}>
            <span className="num">
              {t('calendar.page', {
                from: (page - 1) * ROWS_PER_PAGE + 1,
                to: Math.min(page * ROWS_PER_PAGE, total),
                total,
              })}
            </span>
            <IconButton
              size="small"
              aria-label={t('table.previous')}
              disabled={page <= 1}
              onClick={() => set({ page: page - 1 })}
            >
              <Icon name="left" size={16} />
            </IconButton>
            <IconButton
              size="small"
              aria-label={t('table.next')}
              disabled={page * ROWS_PER_PAGE >= total}
              onClick={() => set({ page: page + 1 })}
            >
              <Icon name="right" size={16} />
            </IconButton>
          </div>
        )}
        <Legend minNights={minNights} mayBlock={mayBlock} />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={t('calendar.title')}
        detail={monthsText(window)}
        actions={
          <CalendarToolbar
            window={window}
            phone={phone}
            onMove={(from) => set({ from })}
            onSpan={(nights) => set({ nights })}
            onAdd={mayBlock ? () => set({ new: 'block' }) : undefined}
          />
        }
      />
      <CalendarFilters rows={rows} chosen={listings} only={only} minNights={minNights} set={set} />
      {body()}
      {making && mayBlock && (
        <NewBlockDialog
          listingId={startAt ?? listings[0]}
          onClose={() => set({ new: null })}
          onDone={(start) =>
            set({
              new: null,
              from:
                start < window.start || start >= addDays(window.start, window.days)
                  ? addDays(start, -2)
                  : window.start,
            })
          }
        />
      )}
    </>
  )
}
export default CalendarPage
