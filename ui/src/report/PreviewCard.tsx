import type { ReportCell } from '@hearth/contracts/kernel/report'
import type { ReportPreview } from '@hearth/contracts/report'
import { formatDay, formatInstant } from '../components/dates/localDate.ts'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { Card } from '../components/layout/Card.tsx'
import { NARROW, PHONE, useCards } from '../components/list/useCards.ts'
import { ScrollRegion } from '../components/list/ScrollRegion.tsx'
import { useText } from '../i18n/text.ts'
import styles from './Report.module.css'
import { useReportPreview, type ReportView } from './useReport.ts'

const isRight = (kind: string) => kind === 'number' || kind === 'amount'

/** `−117,000.00` of `-117000.00`. */
const formatNumber = (text: string) => {
  const [whole = '', ...fraction] = text.replace('-', '−').split('.')
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), ...fraction].join('.')
}
/** A table with more columns needs a desktop. */
const MANY = 7
const MAX_CARDS = 10
/** The lines of a card, each with columns of a kind. */
const LINES = [['text'], ['date', 'instant'], ['number', 'amount']] as const

const formatCell = (cell: ReportCell, kind: string, zone: string): string => {
  if (typeof cell !== 'string') return formatNumber(cell.number)
  if (cell === '') return ''
  if (kind === 'date') return formatDay(cell)
  return kind === 'instant' ? formatInstant(cell, zone) : cell
}

type Props = Readonly<{ preview: ReportPreview }>

/** Without room for a table: what a row begins with beside its amount, and the rest below. */
const Cards = ({ preview: { columns, rows, timezone } }: Props) => {
  const amounts = columns.filter(({ kind }) => kind === 'amount')
  // One of several amounts would say nothing without its title.
  const head = amounts.length === 1 ? columns.findIndex(({ kind }) => kind === 'amount') : -1
  return (
    <ul>
      {rows.slice(0, MAX_CARDS).map((cells) => {
        const texts = columns.map(({ kind }, index) => formatCell(cells[index] ?? '', kind, timezone))
        const list = (kinds: readonly string[]) =>
          columns
            .flatMap(({ title, kind }, index) =>
              index === 0 || index === head || !kinds.includes(kind) || !texts[index]
                ? []
                : [kind === 'text' ? texts[index] : `${title} ${texts[index]}`],
            )
            .join(', ')
        return (
          <li key={JSON.stringify(cells)} className={styles['card']}>
            <b>{texts[0]}</b>
            <b className="num">{texts[head]}</b>
            {LINES.map((kinds) => (
              <span key={kinds.join()} className="num">
                {list(kinds)}
              </span>
            ))}
          </li>
        )
      })}
    </ul>
  )
}

const Table = ({ preview: { columns, rows, timezone } }: Props) => {
  const t = useText()
  return (
    <ScrollRegion label={t('hostReport.firstRows')}>
      <table className={`${styles['table']} ${columns.length > MANY ? styles['wide'] : ''}`}>
        <thead>
          <tr>
            {columns.map(({ title, kind }) => (
              <th key={title} scope="col" className={isRight(kind) ? styles['right'] : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={JSON.stringify(cells)}>
              {columns.map(({ title, kind }, index) => (
                <td key={title} className={isRight(kind) ? styles['right'] : undefined}>
                  {formatCell(cells[index] ?? '', kind, timezone)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** The first rows of the report, as its file has them. */
export const PreviewCard = ({ view }: { view: ReportView }) => {
  const t = useText()
  const { data } = useReportPreview(view)
  const asCards = useCards(data !== undefined && data.columns.length > MANY ? NARROW : PHONE)
  if (data === undefined) return null
  return (
    <Card title={t('hostReport.firstRows')}>
      {data.rows.length === 0 ? (
        <EmptyState icon="calendar" title={t('hostReport.none')} text={t('hostReport.noneText')} />
      ) : asCards ? (
        <Cards preview={data} />
      ) : (
        <Table preview={data} />
      )}
    </Card>
  )
}
