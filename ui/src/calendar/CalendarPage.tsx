import { useEffect } from 'react'
import { useMediaQuery } from '@mui/material'
import { useCan, useSession } from '../session/session.ts'
import { NewBlockDialog } from './block/NewBlockDialog.tsx'
import { useText } from '../i18n/text.ts'
import { addDays, browserZone, wallClock, type LocalDate } from '../components/dates/localDate.ts'
import { HiddenNote } from '../components/feedback/HiddenNote.tsx'
import { PageHeader } from '../components/layout/PageHeader.tsx'
import { useNow } from '../components/dates/useNow.ts'
import { CalendarBody } from './CalendarBody.tsx'
import { CalendarFilters } from './CalendarFilters.tsx'
import { CalendarToolbar } from './CalendarToolbar.tsx'
import { Legend } from './grid/Legend.tsx'
import { MultiCalendar } from './grid/MultiCalendar.tsx'
import { useCalendarAddress, type Only } from './useCalendarAddress.ts'
import type { CalendarRow } from './rows/calendarRow.ts'
import { useCalendarRows } from './rows/useCalendarRows.ts'
import { formatMonths, type NightWindow } from './rows/window.ts'
import './texts.ts'

/** The calendar needs the width: the menu shows its icons only. */
const useFoldedSidebar = () =>
  useEffect(() => {
    document.body.dataset['sidebar'] = 'folded'
    return () => void delete document.body.dataset['sidebar']
  }, [])

/** The day in the account's time zone, and how much of it is over (0 to 1). */
const useAccountDay = () => {
  const zone = useSession()?.account?.timezone ?? browserZone()
  const now = useNow(60_000)
  const { date, time } = wallClock(now, zone)
  return { now, today: date, dayShare: (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) / 1440 }
}

const filterRows = (rows: readonly CalendarRow[], only: Only | null) =>
  rows.filter(({ clashes, gaps }) => (only === 'clashes' ? clashes > 0 : only === 'gaps' ? gaps > 0 : true))

/** The minimum stay that all listings share; undefined where they differ. */
const findCommonMinNights = (rows: readonly CalendarRow[]): number | undefined => {
  const minimums = new Set(rows.map(({ listing }) => listing.rules.minNights))
  return minimums.size === 1 ? [...minimums][0] : undefined
}

const isShown = ({ start, days }: NightWindow, night: LocalDate) =>
  night >= start && night < addDays(start, days)

const CalendarPage = () => {
  const t = useText()
  const phone = useMediaQuery('(max-width:700px)')
  const mayBlock = useCan('block.write')
  const mayPrice = useCan('listing.write')
  const { now, today, dayShare } = useAccountDay()
  const address = useCalendarAddress(today, phone)
  const { window, set, listings, only, page, startAt, isCreating } = address
  const answer = useCalendarRows({ window, listingIds: listings, page, now })
  useFoldedSidebar()

  const { rows, total } = answer
  const shown = filterRows(rows, only)
  const minNights = findCommonMinNights(rows)
  const hasRows = shown.length > 0 && !answer.error && !answer.loading
  const corner =
    shown.length === total
      ? t('calendar.listingCount', { smart_count: total })
      : t('calendar.someOf', { shown: shown.length, total })
  return (
    <>
      <PageHeader
        title={t('calendar.title')}
        detail={formatMonths(window)}
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
      <HiddenNote of={['booking.details', 'listing.price']} />
      <CalendarFilters rows={rows} chosen={listings} only={only} minNights={minNights} set={set} />
      <CalendarBody answer={answer} address={address} shownCount={shown.length}>
        <MultiCalendar
          rows={shown}
          window={window}
          today={today}
          dayShare={dayShare}
          phone={phone}
          corner={corner}
          startAt={startAt}
          onShift={(days) => set({ from: addDays(window.start, days) })}
        />
      </CalendarBody>
      {hasRows && <Legend minNights={minNights} mayBlock={mayBlock} mayPrice={mayPrice} />}
      {isCreating && mayBlock && (
        <NewBlockDialog
          listingId={startAt ?? listings[0]}
          onClose={() => set({ new: null })}
          onDone={(start) =>
            set({ new: null, from: isShown(window, start) ? window.start : addDays(start, -2) })
          }
        />
      )}
    </>
  )
}
export default CalendarPage
