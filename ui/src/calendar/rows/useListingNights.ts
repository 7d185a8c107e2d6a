import { useMemo, useState } from 'react'
import { formatAmount } from '@hearth/contracts/kernel/money'
import type { NightMark, NightMarks } from '../../components/date-fields/nightMarks.ts'
import type { LocalDate } from '../../components/dates/localDate.ts'
import { useNow } from '../../components/dates/useNow.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { formatNightPrice } from '../grid/nightPriceText.ts'
import type { CalendarRow } from './calendarRow.ts'
import { useCalendarRows } from './useCalendarRows.ts'
import { listDays, type NightWindow } from './window.ts'

const describeNight = (
  { listing, covering, open }: CalendarRow,
  day: LocalDate,
  index: number,
  t: Text,
): NightMark | undefined => {
  const bar = covering[index]
  if (bar) return { taken: true, text: t(bar.claim.kind === 'booking' ? 'dates.booked' : 'dates.blocked') }
  const priceMinor = open.get(day)?.priceMinor
  if (priceMinor === undefined || priceMinor === null) return undefined
  return {
    taken: false,
    text: `${formatAmount(priceMinor, listing.currency)} ${listing.currency}`,
    price: formatNightPrice(priceMinor, listing.currency),
  }
}

/** Nothing is read before a date field of the listing opens its calendar. */
const UNSEEN: NightWindow = { start: '2000-01-01', days: 0 }

/** A listing's nights for the calendar of a date field: booked, blocked, or their price. */
export const useListingNights = (listingId: string | undefined): NightMarks => {
  const t = useText()
  const now = useNow(60_000)
  const [window, setWindow] = useState(UNSEEN)
  const { rows } = useCalendarRows({
    window,
    listingIds: listingId === undefined ? [] : [listingId],
    page: 1,
    now,
    enabled: listingId !== undefined && window.days > 0,
  })
  const row = rows.find(({ listing }) => listing.id === listingId)
  const marks = useMemo(
    () =>
      new Map(
        (row ? listDays(window) : []).flatMap((day, index) => {
          const mark = row && describeNight(row, day, index, t)
          return mark ? [[day, mark] as const] : []
        }),
      ),
    [row, window, t],
  )
  const [onShow] = useState(() => (first: LocalDate, days: number) => setWindow({ start: first, days }))
  return { marks, onShow }
}
