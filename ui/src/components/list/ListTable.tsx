import { useRef, type MouseEvent, type ReactNode } from 'react'
import { useListContext, type RaRecord } from 'react-admin'
import { Link, useNavigate } from 'react-router-dom'
import type { Capability } from '@hearth/contracts/kernel/access'
import { useText } from '../../i18n/text.ts'
import { useSession } from '../../session/session.ts'
import { Checkbox } from '../form/Checkbox.tsx'
import { isRowClick } from './isRowClick.ts'
import styles from './ListTable.module.css'
import { Icon } from '../display/icons.tsx'
import { TableFooter } from './TableFooter.tsx'
import { useRowKeys } from './useRowKeys.ts'

export type Column<R> = Readonly<{
  key: string
  label: string
  render: (row: R) => ReactNode
  /** The field that the API sorts by. */
  sort?: string
  align?: 'right'
  /** Takes the remaining width and is cut with an ellipsis. */
  fluid?: boolean
  /** The width of the table, in pixels, below which the column is hidden; an amount never is. */
  hiddenBelow?: 1240 | 1080 | 960
  /** Keeps its width while what it shows changes. */
  steady?: boolean
  /** What opens its values: for other sessions the column does not exist. */
  opens?: Capability
  /** The cell is the row's link; exactly one column. */
  link?: boolean
}>

type Props<R extends RaRecord> = {
  columns: readonly Column<R>[]
  /** The name of a row: `HB-5R8D2C`. */
  nameOf: (row: R) => string
  pathOf: (row: R) => string
  /** Actions for the selected rows; without them no row can be selected. */
  bulk?: (rows: readonly R[]) => ReactNode
  /** The sum of the selected rows. */
  summary?: (rows: readonly R[]) => ReactNode
  label: string
}

const joinClasses = (...names: readonly (string | false | undefined)[]) =>
  names.filter(Boolean).join(' ') || undefined
const hiddenClass = ({ hiddenBelow }: Pick<Column<never>, 'hiddenBelow'>) =>
  hiddenBelow !== undefined && styles[`below${hiddenBelow}`]

/** Longer lists over all accounts are only in their usual order. */
const MAX_SORTED = 50_000

const ColumnHead = <R extends RaRecord>({ column }: { column: Column<R> }) => {
  const t = useText()
  const { sort, setSort, total = 0 } = useListContext<R>()
  const ofAllAccounts = useSession()?.account === null
  const { label, sort: field, align, steady } = column
  const active = field !== undefined && sort.field === field
  return (
    <th
      scope="col"
      className={joinClasses(align, hiddenClass(column), steady && styles['steady'])}
      aria-sort={active ? (sort.order === 'ASC' ? 'ascending' : 'descending') : undefined}
    >
      {field === undefined ? (
        label
      ) : (
        <button
          type="button"
          className={styles['sort']}
          title={ofAllAccounts && !active && total > MAX_SORTED ? t('table.narrow.column') : undefined}
          onClick={() => setSort({ field, order: active && sort.order === 'ASC' ? 'DESC' : 'ASC' })}
        >
          {label}
          {active && <Icon name={sort.order === 'ASC' ? 'up' : 'down'} size={14} />}
        </button>
      )}
    </th>
  )
}

const Cell = <R extends RaRecord>({ column, row, path }: { column: Column<R>; row: R; path: string }) => {
  const { render, align, fluid, link } = column
  return (
    <td className={joinClasses(align, fluid && styles['fluid'], hiddenClass(column))}>
      {link ? (
        <Link data-row className={styles['first']} to={path}>
          {render(row)}
        </Link>
      ) : (
        render(row)
      )}
    </td>
  )
}

const SelectRow = <R extends RaRecord>({
  row,
  name,
  selected,
}: {
  row: R
  name: string
  selected: boolean
}) => {
  const t = useText()
  const { onToggleItem } = useListContext<R>()
  return (
    <td className={styles['tick']}>
      <Checkbox
        label={t('table.select', { name })}
        checked={selected}
        onChange={() => onToggleItem(row.id)}
      />
    </td>
  )
}

/** Selects every row of the page, or none. */
const SelectPage = <R extends RaRecord>({ onPage }: { onPage: readonly R[] }) => {
  const t = useText()
  const { data = [], onSelect } = useListContext<R>()
  return (
    <th scope="col" className={styles['tick']}>
      <Checkbox
        label={t('table.selectPage')}
        checked={data.length > 0 && onPage.length === data.length}
        mixed={onPage.length > 0 && onPage.length < data.length}
        onChange={() => onSelect(onPage.length === data.length ? [] : data.map(({ id }) => id))}
      />
    </th>
  )
}

/**
 * Rows of a list as a plain table: named checkboxes, a real link per row, `j` and `k` to move. Actions for
 * selected rows replace the footer.
 */
export const ListTable = <R extends RaRecord>(props: Props<R>) => {
  const { columns, nameOf, pathOf, bulk, summary, label } = props
  const navigate = useNavigate()
  const body = useRef<HTMLTableSectionElement>(null)
  const { data = [], selectedIds, onSelect, isFetching } = useListContext<R>()
  const selected = new Set(selectedIds)
  const onPage = data.filter(({ id }) => selected.has(id))
  useRowKeys(body)
  const open = (event: MouseEvent, row: R) => {
    if (!isRowClick(event)) return
    if (event.ctrlKey || event.metaKey) window.open(pathOf(row))
    else void navigate(pathOf(row))
  }
  const selection = bulk &&
    onPage.length > 0 && {
      count: onPage.length,
      actions: bulk(onPage),
      summary: summary?.(onPage),
      clear: () => onSelect([]),
    }
  return (
    <div className={styles['wrap']}>
      <div className={styles['scroll']}>
        <table className={styles['table']} aria-label={label} aria-busy={isFetching}>
          <thead>
            <tr>
              {bulk && <SelectPage onPage={onPage} />}
              {columns.map((column) => (
                <ColumnHead key={column.key} column={column} />
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {data.map((row) => (
              <tr
                key={row.id}
                aria-selected={bulk ? selected.has(row.id) : undefined}
                onClick={(event) => open(event, row)}
              >
                {bulk && <SelectRow row={row} name={nameOf(row)} selected={selected.has(row.id)} />}
                {columns.map((column) => (
                  <Cell key={column.key} column={column} row={row} path={pathOf(row)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <TableFooter selection={selection || null} />
    </div>
  )
}
