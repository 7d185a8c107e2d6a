import { useSees } from '../../session/session.ts'
import { useText } from '../../i18n/text.ts'
import { addDays, formatDay, formatRange } from '../../components/dates/localDate.ts'
import { NightReasons } from '../NightReasons.tsx'
import type { CalendarRow } from '../rows/calendarRow.ts'
import type { NightWindow } from '../rows/window.ts'
import { PricePanel } from '../price/PricePanel.tsx'
import { BlockPanel } from './BlockPanel.tsx'
import type { Cell } from './selection.ts'
import { SelectionPanel } from './SelectionPanel.tsx'
import { PanelTabs } from './PanelTabs.tsx'
import type { PanelKind } from './useGridSelection.ts'

type Props = {
  kind: PanelKind
  row: CalendarRow
  rows: readonly CalendarRow[]
  window: NightWindow
  phone: boolean
  focus: Cell
  /** Columns that are selected, the last one exclusive. */
  selected: Readonly<{
    row: number
    from: number
    to: number
  }>
  findCell: (cell: Cell) => HTMLElement | null
  onKind: (kind: PanelKind) => void
  onClose: () => void
}

/** The panel next to the selected nights: a new block, their price, or why a night can or cannot be booked. */
export const NightsPanel = ({
  kind,
  row,
  rows,
  window,
  phone,
  focus,
  selected,
  findCell,
  onKind,
  onClose,
}: Props) => {
  const t = useText()
  const seesPrices = useSees('listing.price')
  const start = addDays(window.start, selected.from)
  const end = addDays(window.start, selected.to)
  const night = addDays(window.start, focus.column)
  /** The rectangle of all selected cells; the panel is placed on the side that has room. */
  const anchor = () => {
    const first = findCell({ row: selected.row, column: selected.from })?.getBoundingClientRect()
    const last = findCell({ row: selected.row, column: selected.to - 1 })?.getBoundingClientRect()
    return new DOMRect(first?.left, first?.top, (last?.right ?? 0) - (first?.left ?? 0), first?.height)
  }
  return (
    <SelectionPanel
      anchor={anchor}
      phone={phone}
      title={row.listing.title}
      detail={
        kind === 'why'
          ? formatDay(night)
          : [
              formatRange(start, end),
              t('calendar.selected', { smart_count: selected.to - selected.from }),
            ].join(', ')
      }
      onClose={onClose}
    >
      {kind === 'why' ? (
        <NightReasons listing={row.listing} date={night} />
      ) : (
        <PanelTabs kind={kind} onKind={onKind}>
          {seesPrices && kind === 'price' ? (
            <PricePanel row={row} rows={rows} start={start} end={end} onDone={onClose} />
          ) : (
            <BlockPanel
              key={`${row.listing.id}${start}${end}`}
              row={row}
              start={start}
              end={end}
              onWhy={() => onKind('why')}
              onDone={onClose}
            />
          )}
        </PanelTabs>
      )}
    </SelectionPanel>
  )
}
