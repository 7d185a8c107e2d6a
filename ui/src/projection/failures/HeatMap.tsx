import { useMediaQuery } from '@mui/material'
import type { CommandFailures } from '@hearth/contracts/projection/commandFailures'
import { utc } from '../../components/dates/instants.ts'
import { formatDayWithoutYear } from '../../components/dates/localDate.ts'
import { formatCount } from '../../components/display/formatCount.ts'
import { useText } from '../../i18n/text.ts'
import styles from './Failures.module.css'
import { buildRows, findShade, type HeatRow } from './heatMap.ts'
import type { FailuresView } from './useFailures.ts'

/** Windows, in pixels, up to which there is no room for a column of each slot. */
const MIN_WIDTH = { hour: 1270, day: 940 } as const

/** `14:00` of an hour, `Fri 27 Nov` of a day; UTC. */
const nameSlot = (slot: string, by: CommandFailures['by']): string =>
  by === 'hour' ? slot.slice(11, 16) : formatDayWithoutYear(slot.slice(0, 10))

type RowProps = { row: HeatRow; failures: CommandFailures; most: number; view: FailuresView }

/** How often the command failed in a slot; `named` says the slot, where no column does. */
const Cell = ({
  row: { command, counts },
  failures: { slots, by },
  most,
  view,
  index,
  named = false,
}: RowProps & { index: number; named?: boolean }) => {
  const t = useText()
  const [count = 0, slot = ''] = [counts[index], slots[index]]
  const isOpen = view.open?.command === command && view.open.slot === slot
  if (count === 0) return null
  return (
    <button
      type="button"
      data-shade={findShade(count, most)}
      aria-pressed={isOpen}
      aria-label={
        named
          ? `${nameSlot(slot, by)} ${formatCount(count)}, ${command}`
          : t('commandFailures.map.cell', { command, slot: utc(slot), smart_count: count })
      }
      onClick={() => view.change(isOpen ? { command: undefined, slot: undefined } : { command, slot })}
    >
      {named && <small>{nameSlot(slot, by)} </small>}
      {formatCount(count)}
    </button>
  )
}

const Table = ({ rows, ...props }: Omit<RowProps, 'row'> & { rows: readonly HeatRow[] }) => {
  const t = useText()
  const { slots, by } = props.failures
  return (
    <table className={`num ${styles['map']}`} aria-label={t('commandFailures.map.title')}>
      <thead>
        <tr>
          <th scope="col">{t('commandFailures.map.command')}</th>
          {slots.map((slot) => (
            <th key={slot} scope="col">
              {by === 'hour' ? slot.slice(11, 13) : nameSlot(slot, by)}
            </th>
          ))}
          <th scope="col">{t('commandFailures.map.total')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.command}>
            <th scope="row">{row.command}</th>
            {slots.map((slot, index) => (
              <td key={slot}>
                <Cell {...props} row={row} index={index} />
              </td>
            ))}
            <td className="strong">{formatCount(row.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The table where its columns have no room. */
const List = ({ rows, ...props }: Omit<RowProps, 'row'> & { rows: readonly HeatRow[] }) => (
  <ul className={`num ${styles['list']}`}>
    {rows.map((row) => (
      <li key={row.command}>
        <p>
          <b>{row.command}</b>
          <span>{formatCount(row.total)}</span>
        </p>
        <div>
          {props.failures.slots.map((slot, index) => (
            <Cell key={slot} {...props} row={row} index={index} named />
          ))}
        </div>
      </li>
    ))}
  </ul>
)

/** Commands down, hours or days across; a cell opens its failures. */
export const HeatMap = ({ failures, view }: { failures: CommandFailures; view: FailuresView }) => {
  const t = useText()
  const rows = buildRows(failures, view)
  const most = Math.max(1, ...rows.flatMap(({ counts }) => counts))
  const isNarrow = useMediaQuery(`(max-width: ${MIN_WIDTH[failures.by]}px)`)
  const Shown = isNarrow ? List : Table
  return (
    <>
      <Shown rows={rows} failures={failures} most={most} view={view} />
      {failures.leftOut > 0 && (
        <p className={`small q ${styles['note']}`}>
          {t('commandFailures.map.leftOut', { smart_count: failures.leftOut })}
        </p>
      )}
    </>
  )
}
