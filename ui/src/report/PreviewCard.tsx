import type { ReportCell } from '@hearth/contracts/kernel/report'
import type { ReportPreview } from '@hearth/contracts/report'
import { formatDay, formatInstant } from '../components/dates/localDate.ts'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { Card } from '../components/layout/Card.tsx'
import { PHONE, useCards } from '../components/list/useCards.ts'
import { ScrollRegion } from '../components/list/ScrollRegion.tsx'
import { useText } from '../i18n/text.ts'
import styles from './Report.module.css'
import { useReportPreview, type ReportView } from './useReport.ts'

const isRight = (kind: string) => kind === 'number' || kind === 'amount'

const formatCell = (cell: ReportCell, kind: string, zone: string): string => {
  if (typeof cell !== 'string') return cell.number.replace('-', '−')
  if (cell === '') return ''
  if (kind === 'date') return formatDay(cell)
  return kind === 'instant' ? formatInstant(cell, zone) : cell
}

type Props = Readonly<{ preview: ReportPreview }>

/** On a phone: what a row begins with beside its last number, and the rest below. */
const Cards = ({ preview: { columns, rows, timezone } }: Props) => {
  const last = columns.findLastIndex(({ kind }) => isRight(kind))
  return (
    <ul>
      {rows.map((cells) => {
        const texts = columns.map(({ kind }, index) => formatCell(cells[index] ?? '', kind, timezone))
        const rest = columns.flatMap(({ title, kind }, index) =>
          index === 0 || index === last || !texts[index]
            ? []
            : [isRight(kind) ? `${title} ${texts[index]}` : texts[index]],
        )
        return (
          <li key={JSON.stringify(cells)} className={styles['card']}>
            <b>{texts[0]}</b>
            <b className="num">{texts[last]}</b>
            <span>{rest.join(', ')}</span>
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
      <table className={styles['table']}>
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
  const phone = useCards(PHONE)
  if (data === undefined) return null
  return (
    <Card title={t('hostReport.firstRows')}>
      {data.rows.length === 0 ? (
        <EmptyState icon="calendar" title={t('hostReport.none')} text={t('hostReport.noneText')} />
      ) : phone ? (
        <Cards preview={data} />
      ) : (
        <Table preview={data} />
      )}
    </Card>
  )
}
