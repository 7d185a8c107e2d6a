import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { addSums, type ReportChange, type ReportDifference, type ReportSum } from '@hearth/contracts/report'
import { formatDay, formatInstant } from '../components/dates/localDate.ts'
import { Icon } from '../components/display/icons.tsx'
import { Loaded } from '../components/feedback/Loaded.tsx'
import { Card } from '../components/layout/Card.tsx'
import { downloadCsv } from '../components/list/csv.ts'
import { useCards } from '../components/list/useCards.ts'
import { ScrollRegion } from '../components/list/ScrollRegion.tsx'
import { useText } from '../i18n/text.ts'
import { hostReportTexts } from '../i18n/en/hostReport.ts'
import { to } from '../navigation/paths.ts'
import { listDifferenceColumns, listDifferenceRows } from './differenceRows.ts'
import styles from './Report.module.css'
import { Sum } from './Sum.tsx'
import { useReportDifference, type ReportView } from './useReport.ts'

const known = hostReportTexts.events
const isKnown = (type: string): type is keyof typeof known => Object.hasOwn(known, type)

const Cells = ({
  before,
  after,
  type,
}: {
  before: ReportSum
  after: ReportSum
  type: ReportDifference['type']
}) => (
  <>
    {!useCards() && (
      <>
        <td className={styles['right']}>
          <Sum sum={before} type={type} />
        </td>
        <td className={styles['right']}>
          <Sum sum={after} type={type} />
        </td>
      </>
    )}
    <td className={styles['right']}>
      <Sum sum={addSums(after, before, -1)} type={type} signed />
    </td>
  </>
)

const Change = ({
  change: { label, bookingId, before, after, because },
  difference: { type, timezone },
}: {
  change: ReportChange
  difference: ReportDifference
}) => {
  const t = useText()
  const narrow = useCards()
  const [name, ...rest] = label.split(', ')
  const tone = before.rows === 0 ? 'added' : after.rows === 0 ? 'removed' : 'kept'
  const cause =
    because &&
    `${t(`hostReport.events.${isKnown(because.type) ? because.type : 'other'}`)}, ${formatInstant(because.at, timezone)}`
  return (
    <tr className={styles[tone]}>
      <th scope="row" className={styles['record']}>
        {bookingId === null ? name : <Link to={to.booking(bookingId)}>{name}</Link>}
        {rest.length > 0 && <span className={styles['side']}>{rest.join(', ')}</span>}
        {narrow && <span className={styles['side']}>{cause}</span>}
      </th>
      <Cells before={before} after={after} type={type} />
      {!narrow && <td className={styles['because']}>{cause}</td>}
    </tr>
  )
}

const HEAD = ['record', 'before', 'after', 'change', 'because'] as const
/** On a phone a row says its change, and what happened stands below the name. */
const NARROW_HEAD = ['record', 'change'] as const

const Table = ({ difference }: { difference: ReportDifference }) => {
  const t = useText()
  const narrow = useCards()
  const { type, before, after, equal, changed, changes } = difference
  return (
    <>
      <ScrollRegion label={t('hostReport.changes.change')}>
        <table className={styles['table']}>
          <thead>
            <tr>
              {(narrow ? NARROW_HEAD : HEAD).map((key) => (
                <th
                  key={key}
                  scope="col"
                  className={key === 'record' || key === 'because' ? undefined : styles['right']}
                >
                  {t(`hostReport.changes.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <Change key={change.key} change={change} difference={difference} />
            ))}
            <tr>
              <th scope="row" className="q">
                {t('hostReport.changes.equal', { smart_count: equal.records })}
              </th>
              <Cells before={equal} after={equal} type={type} />
              {!narrow && <td className="q">–</td>}
            </tr>
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('hostReport.changes.total')}</th>
              <Cells before={before} after={after} type={type} />
              {!narrow && <td className="q">–</td>}
            </tr>
          </tfoot>
        </table>
      </ScrollRegion>
      {changes.length < changed && (
        <p className={`${styles['note']} small q`}>
          {t('hostReport.changes.more', { shown: changes.length, all: changed })}
        </p>
      )}
    </>
  )
}

/** The difference as a file for a spreadsheet. */
const Export = ({ difference }: { difference: ReportDifference }) => {
  const t = useText()
  const { type, changes, changed, equal, asOf, until } = difference
  const rows = () => [
    listDifferenceColumns(difference, {
      record: t('hostReport.changes.record'),
      counted: t('hostReport.changes.counted'),
      before: t('hostReport.changes.before'),
      after: t('hostReport.changes.after'),
      change: t('hostReport.changes.change'),
      because: t('hostReport.changes.because'),
      at: t('hostReport.changes.at'),
    }),
    ...listDifferenceRows(difference, {
      equal: t('hostReport.changes.equal', { smart_count: equal.records }),
      others: t('hostReport.changes.others', { smart_count: changed - changes.length }),
      total: t('hostReport.changes.total'),
      because: (event) => t(`hostReport.events.${isKnown(event) ? event : 'other'}`),
    }),
  ]
  const name = `${type}-${asOf.slice(0, 10)}-${until.slice(0, 10)}.csv`
  return (
    <Button
      size="small"
      aria-label={t('hostReport.changes.export')}
      onClick={() => downloadCsv(name, rows())}
    >
      <Icon name="download" size={16} />
      CSV
    </Button>
  )
}

/** What differs between the report then and now, record by record, with what happened in between. */
export const DifferenceCard = ({ view }: { view: ReportView }) => {
  const t = useText()
  const query = useReportDifference(view)
  return (
    <Card
      title={t('hostReport.changes.title', { day: formatDay(view.asOf ?? '') })}
      action={query.data !== undefined && query.data.changed > 0 && <Export difference={query.data} />}
    >
      <Loaded query={query} failed={t('hostReport.changes.failed')} bare>
        {(difference) =>
          difference.changed === 0 ? (
            <p className={styles['note']}>{t('hostReport.changes.none')}</p>
          ) : (
            <Table difference={difference} />
          )
        }
      </Loaded>
    </Card>
  )
}
