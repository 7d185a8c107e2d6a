import type { ReactNode } from 'react'
import { useListContext, type RaRecord } from 'react-admin'
import { Link } from 'react-router-dom'
import { useText } from '../../i18n/text.ts'
import { ErrorState } from '../feedback/ErrorState.tsx'
import cards from './Cards.module.css'
import { ListTable, type Column } from './ListTable.tsx'
import { TableFooter } from './TableFooter.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'
import { NARROW, useCards, type PHONE } from './useCards.ts'

type Props<R extends RaRecord> = Readonly<{
  label: string
  columns: readonly Column<R>[]
  nameOf: (row: R) => string
  pathOf: (row: R) => string
  /** The width up to which the rows are cards; that of a phone for a table of few columns. */
  cardsUpTo?: typeof NARROW | typeof PHONE
  /** What the card of a row says. */
  Card: (props: { row: R }) => ReactNode
  /** The title where the rows failed to load. */
  failed: string
  /** What stands where there are none. */
  empty: ReactNode
}>

/** The rows of a list without filters: a table, and cards on a phone. */
export const ListRows = <R extends RaRecord>({
  label,
  columns,
  nameOf,
  pathOf,
  cardsUpTo = NARROW,
  Card,
  failed,
  empty,
}: Props<R>) => {
  const t = useText()
  const asCards = useCards(cardsUpTo)
  const { data, error, isPending, refetch, total } = useListContext<R>()
  if (error || !data || total === 0)
    return (
      <div className={cards['frame']}>
        {error ? (
          <ErrorState title={failed} error={error} onRetry={() => void refetch()} />
        ) : isPending ? (
          <TableSkeleton label={t('app.loading')} rows={6} />
        ) : (
          empty
        )}
      </div>
    )
  if (!asCards) return <ListTable<R> columns={columns} label={label} nameOf={nameOf} pathOf={pathOf} />
  return (
    <>
      <ul className={cards['cards']}>
        {data.map((row) => (
          <li key={row.id}>
            <Link className={cards['card']} data-row to={pathOf(row)}>
              <Card row={row} />
            </Link>
          </li>
        ))}
      </ul>
      <div className={cards['pages']}>
        <TableFooter />
      </div>
    </>
  )
}
