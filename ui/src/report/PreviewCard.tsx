import type { ReportCell } from '@hearth/contracts/kernel/report'
import { formatDay, formatInstant } from '../components/dates/localDate.ts'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { Card } from '../components/layout/Card.tsx'
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

/** The first rows of the report, as its file has them. */
export const PreviewCard = ({ view }: { view: ReportView }) => {
  const t = useText()
  const { data } = useReportPreview(view)
  if (data === undefined) return null
  const { columns, rows, timezone } = data
  return (
    <Card title={t('hostReport.firstRows')}>
      {rows.length === 0 ? (
        <EmptyState icon="calendar" title={t('hostReport.none')} text={t('hostReport.noneText')} />
      ) : (
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
      )}
    </Card>
  )
}
