import type { CommandFailures } from '@hearth/contracts/projection'
import { utc } from '../../components/dates/instants.ts'
import { formatDayWithoutYear } from '../../components/dates/localDate.ts'
import { formatCount } from '../../components/display/formatCount.ts'
import { ScrollRegion } from '../../components/list/ScrollRegion.tsx'
import { useText } from '../../i18n/text.ts'
import styles from './Failures.module.css'
import { buildRows, findShade, type HeatRow } from './heatMap.ts'
import type { FailuresView } from './useFailures.ts'

/** `14:00` of an hour, `Fri 27 Nov` of a day; UTC. */
const nameSlot = (slot: string, by: CommandFailures['by']): string =>
  by === 'hour' ? slot.slice(11, 16) : formatDayWithoutYear(slot.slice(0, 10))

const Row = ({
  row: { command, counts, total },
  slots,
  most,
  view,
}: {
  row: HeatRow
  slots: readonly string[]
  most: number
  view: FailuresView
}) => {
  const t = useText()
  return (
    <tr>
      <th scope="row">{command}</th>
      {counts.map((count, index) => {
        const slot = slots[index] ?? ''
        const isOpen = view.open?.command === command && view.open.slot === slot
        return (
          <td key={slot}>
            {count > 0 && (
              <button
                type="button"
                data-shade={findShade(count, most)}
                aria-pressed={isOpen}
                aria-label={t('commandFailures.map.cell', { command, slot: utc(slot), smart_count: count })}
                onClick={() =>
                  view.change(isOpen ? { command: undefined, slot: undefined } : { command, slot })
                }
              >
                {formatCount(count)}
              </button>
            )}
          </td>
        )
      })}
      <td className="strong">{formatCount(total)}</td>
    </tr>
  )
}

/** Commands down, hours or days across; a cell opens its failures. */
export const HeatMap = ({ failures, view }: { failures: CommandFailures; view: FailuresView }) => {
  const t = useText()
  const rows = buildRows(failures, view.code)
  const most = Math.max(1, ...rows.flatMap(({ counts }) => counts))
  const title = t('commandFailures.map.title')
  return (
    <>
      <ScrollRegion label={title}>
        <table className={`num ${styles['map']}`} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('commandFailures.map.command')}</th>
              {failures.slots.map((slot) => (
                <th key={slot} scope="col">
                  {nameSlot(slot, failures.by)}
                </th>
              ))}
              <th scope="col">{t('commandFailures.map.total')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.command} row={row} slots={failures.slots} most={most} view={view} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {failures.leftOut > 0 && (
        <p className={`small q ${styles['note']}`}>
          {t('commandFailures.map.leftOut', { smart_count: failures.leftOut })}
        </p>
      )}
    </>
  )
}
