import type { Currency } from '@hearth/contracts/kernel/money'
import { FIGURES, type FigureCode, type ListingPerformance } from '@hearth/contracts/performance'
import { Icon } from '../../components/display/icons.tsx'
import { Money } from '../../components/display/Money.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { useText } from '../../i18n/text.ts'
import { formatFigure } from '../formatFigure.ts'
import type { PerformanceProps, PerformanceView } from '../usePerformance.ts'
import { ChangeText } from './ChangeText.tsx'
import { findColumns, sortListings, type Column } from './listingColumns.ts'
import styles from './ListingsCard.module.css'

type Side = Pick<ListingPerformance, 'nights' | 'figures' | 'before'>

/** A share of 1 as a bar; the number stands beside it. */
const Share = ({ bps }: { bps: number | null }) => (
  <span className={styles['share']} aria-hidden>
    <i style={{ width: `${Math.min(100, (bps ?? 0) / 100)}%` }} />
  </span>
)

const Cell = ({ column, side, currency }: { column: Column; side: Side; currency: Currency }) => {
  const t = useText()
  const { nights, figures, before } = side
  const occupancy = figures.occupancy?.value ?? null
  switch (column) {
    case 'nights':
      return t('performance.table.nightsOf', { nights: nights.guest, total: nights.total })
    case 'change':
      return (
        <ChangeText
          code="occupancy"
          value={occupancy}
          before={before.figures.occupancy?.value ?? null}
          bare
        />
      )
    case 'occupancy':
      return (
        <>
          {formatFigure('share', occupancy, currency)}
          <Share bps={occupancy} />
        </>
      )
    default:
      return formatFigure(FIGURES[column].unit, figures[column]?.value ?? null, currency)
  }
}

const Head = ({ columns, view }: { columns: readonly Column[]; view: PerformanceView }) => {
  const t = useText()
  return (
    <thead>
      <tr>
        <th scope="col">{t('performance.table.listing')}</th>
        {columns.map((column) => {
          const sorted = view.sort === column
          return (
            <th key={column} scope="col" aria-sort={sorted ? 'descending' : undefined}>
              <button type="button" onClick={() => view.change({ sort: sorted ? undefined : column })}>
                {sorted && <Icon name="down" size={14} />}
                {t(`performance.table.${column}`)}
              </button>
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

const figureOf = (column: Column): FigureCode =>
  column === 'nights' || column === 'change' ? 'occupancy' : column

const Rows = ({ data, currency, view, columns }: PerformanceProps & { columns: readonly Column[] }) => {
  const t = useText()
  return (
    <tbody>
      {sortListings(data.listings, view.sort).map((row) => (
        <tr key={row.listingId}>
          <th scope="row">
            <button type="button" onClick={() => view.openFigure('occupancy', row.listingId)}>
              {row.title}
              <span className={`c ${styles['place']}`}>, {row.place}</span>
            </button>
          </th>
          {columns.map((column) => (
            <td key={column}>
              {column === 'change' || column === 'nights' ? (
                <Cell column={column} side={row} currency={currency} />
              ) : (
                <button
                  type="button"
                  aria-label={t('performance.table.open', {
                    listing: row.title,
                    figure: FIGURES[figureOf(column)].name,
                    value: formatFigure(
                      FIGURES[figureOf(column)].unit,
                      row.figures[figureOf(column)]?.value ?? null,
                      currency,
                    ),
                  })}
                  onClick={() => view.openFigure(figureOf(column), row.listingId)}
                >
                  <Cell column={column} side={row} currency={currency} />
                </button>
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

const Table = (props: PerformanceProps) => {
  const t = useText()
  const { data, currency, view } = props
  const columns = findColumns(data)
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']} aria-label={t('performance.table.title')}>
        <Head columns={columns} view={view} />
        <Rows {...props} columns={columns} />
        <tfoot>
          <tr>
            <th scope="row">{t('performance.table.total', { smart_count: data.listings.length })}</th>
            {columns.map((column) => (
              <td key={column}>
                <Cell column={column} side={data} currency={currency} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** The table on a phone. */
const List = ({ data, currency, view }: PerformanceProps) => {
  const t = useText()
  return (
    <ul className={styles['list']}>
      {sortListings(data.listings, view.sort).map((row) => (
        <li key={row.listingId}>
          <button type="button" onClick={() => view.openFigure('occupancy', row.listingId)}>
            <b>{row.title}</b>
            <b>
              {row.figures.revenue?.value !== undefined && row.figures.revenue.value !== null && (
                <Money amountMinor={row.figures.revenue.value} currency={currency} />
              )}
            </b>
            <small className="num">
              {t('performance.table.nightsOfPhone', {
                nights: row.nights.guest,
                total: row.nights.total,
                occupancy: formatFigure('share', row.figures.occupancy?.value ?? null, currency),
              })}
            </small>
            <small>
              <ChangeText
                code="occupancy"
                value={row.figures.occupancy?.value ?? null}
                before={row.before.figures.occupancy?.value ?? null}
              />
            </small>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The listings beside each other; each number opens its nights. */
export const ListingsCard = (props: PerformanceProps) => {
  const t = useText()
  return (
    <Card className={styles['card']} title={t('performance.table.title')} note={t('performance.table.note')}>
      {props.data.listings.length === 0 ? (
        <p className={`q ${styles['none']}`}>{t('performance.table.none')}</p>
      ) : (
        <>
          <Table {...props} />
          <List {...props} />
        </>
      )}
    </Card>
  )
}
