import { Button, Select } from '@mui/material'
import { useGetList } from 'react-admin'
import type { ListingRow } from '@hearth/contracts/listing'
import { ConfirmCommand } from '../components/dialog/ConfirmCommand.tsx'
import { DateInput } from '../components/date-fields/DateInput.tsx'
import { DateRangeInput } from '../components/date-fields/DateRangeInput.tsx'
import { isDate } from '../components/date-fields/useTypedDate.ts'
import { formatInstant, todayIn } from '../components/dates/localDate.ts'
import { Icon } from '../components/display/icons.tsx'
import { ErrorState } from '../components/feedback/ErrorState.tsx'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { useCan } from '../session/session.ts'
import { Field } from '../components/form/Field.tsx'
import { Card } from '../components/layout/Card.tsx'
import { Skeleton } from '../components/list/TableSkeleton.tsx'
import { useState, type ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import styles from './Report.module.css'
import { Sum } from './Sum.tsx'
import { MAX_PDF_ROWS } from '@hearth/contracts/report'
import { useScheduleReport } from './useSchedules.ts'
import { useRequestReport } from './useReportFiles.ts'
import { useReportPreview, type ReportView } from './useReport.ts'

const MAX_LISTINGS = 100

const Days = ({ view }: { view: ReportView }) => {
  const t = useText()
  const [pair, setPair] = useState({ start: view.from, end: view.to })
  return (
    <DateRangeInput
      kind="days"
      labels={{ start: t('hostReport.from'), end: t('hostReport.to') }}
      pair={pair}
      onChange={(next) => {
        setPair(next)
        if (isDate(next.start) && isDate(next.end) && next.start <= next.end)
          view.change({ from: next.start, to: next.end })
      }}
    />
  )
}

const Listing = ({ view }: { view: ReportView }) => {
  const t = useText()
  const { data = [] } = useGetList<ListingRow>('listings', {
    pagination: { page: 1, perPage: MAX_LISTINGS },
    sort: { field: 'title', order: 'ASC' },
  })
  return (
    <Field label={t('hostReport.listing')}>
      {({ id }) => (
        <Select
          native
          size="small"
          inputProps={{ id }}
          value={view.listing ?? ''}
          onChange={({ target }) => view.change({ listing: target.value || undefined })}
        >
          <option value="">{t('hostReport.allListings')}</option>
          {data.map(({ id: listingId, title }) => (
            <option key={listingId} value={listingId}>
              {title}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

const AsOf = ({ view }: { view: ReportView }) => {
  const t = useText()
  const [text, setText] = useState(view.asOf ?? '')
  return (
    <DateInput
      label={t('hostReport.asOf')}
      help={t('hostReport.asOfHelp')}
      value={text}
      max={todayIn(view.zone)}
      onChange={(next) => {
        setText(next)
        if (next === '' || isDate(next)) view.change({ asOf: next === '' ? undefined : next })
      }}
    />
  )
}

const Files = ({ view, rows }: { view: ReportView; rows: number }) => {
  const t = useText()
  const { run, pending, error } = useRequestReport(view)
  return (
    <footer className={styles['files']}>
      {useCan('report.keep') && (
        <>
          <Button
            variant="contained"
            color="primary"
            disabled={rows === 0}
            loading={pending}
            onClick={() => run('csv')}
          >
            <Icon name="download" size={16} />
            {t('hostReport.csv', { smart_count: rows })}
          </Button>
          <Button disabled={rows === 0 || pending} onClick={() => run('xlsx')}>
            {t('hostReport.xlsx')}
          </Button>
          <Button disabled={rows === 0 || rows > MAX_PDF_ROWS || pending} onClick={() => run('pdf')}>
            {t('hostReport.pdf')}
          </Button>
        </>
      )}
      {view.asOf !== undefined && (
        <Button
          aria-pressed={view.compares}
          onClick={() => view.change({ difference: view.compares ? undefined : 'on' })}
        >
          {t(view.compares ? 'hostReport.hide' : 'hostReport.difference')}
        </Button>
      )}
      <ProblemText error={error} />
    </footer>
  )
}

const Sums = ({ view }: { view: ReportView }) => {
  const t = useText()
  const { data, error, refetch } = useReportPreview(view)
  if (error) return <ErrorState title={t('hostReport.failed')} error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={96} />
  return (
    <>
      <dl className={styles['sums']}>
        {view.asOf !== undefined && (
          <div>
            <dt>{t('hostReport.thenAt', { instant: formatInstant(data.asOf, data.timezone) })}</dt>
            <dd>
              <Sum sum={data.sum} type={data.type} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('hostReport.nowAt', { instant: formatInstant(data.now.at, data.timezone) })}</dt>
          <dd>
            <Sum sum={data.now.sum} type={data.type} />
          </dd>
        </div>
      </dl>
      <Files view={view} rows={data.sum.rows} />
    </>
  )
}

/** Has the report made for each month from now on. */
const Repeat = ({ view }: { view: ReportView }) => {
  const t = useText()
  const [asks, setAsks] = useState(false)
  const { run, pending, error } = useScheduleReport(view, () => setAsks(false))
  if (!useCan('report.keep')) return null
  return (
    <>
      <Button variant="text" size="small" sx={{ mr: -1.25 }} onClick={() => setAsks(true)}>
        {t('hostReport.monthly.add')}
      </Button>
      <ConfirmCommand
        open={asks}
        title={t('hostReport.monthly.addTitle', { name: t(`hostReport.types.${view.type}.title`) })}
        confirm={t('hostReport.monthly.add')}
        keep={t('hostReport.monthly.keep')}
        pending={pending}
        error={error}
        onConfirm={run}
        onClose={() => setAsks(false)}
      >
        {t('hostReport.monthly.addText', {
          listing: t(`hostReport.monthly.${view.listing === undefined ? 'everyListing' : 'oneListing'}`),
        })}
      </ConfirmCommand>
    </>
  )
}

/** The parameters of the chosen report, its sums then and now, and its files. */
export const ReportCard = ({ view, choice }: { view: ReportView; choice: ReactNode }) => {
  const t = useText()
  return (
    <Card title={t(`hostReport.types.${view.type}.title`)} action={<Repeat view={view} />}>
      <div className={styles['form']}>
        {choice}
        <Days view={view} />
        <Listing view={view} />
        <AsOf view={view} />
      </div>
      <Sums view={view} />
    </Card>
  )
}
