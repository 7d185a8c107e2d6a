import { useState } from 'react'
import { Button } from '@mui/material'
import { useText } from '../i18n/text.ts'
import { DateInput } from '../components/date-fields/DateInput.tsx'
import { TimeInput } from '../components/date-fields/TimeInput.tsx'
import { isDate } from '../components/date-fields/useTypedDate.ts'
import { parseTime } from '../components/dates/timeOfDay.ts'
import { TextForm } from '../components/list/filterForms.tsx'
import { FilterBar, type Filter } from '../components/list/FilterBar.tsx'
import { EVENT_FIELDS, type EventQuery } from './eventFilters.ts'
import { utc } from '../components/dates/instants.ts'
import styles from './Events.module.css'

/** A date and a time in UTC, as their fields hold them. */
type Moment = Readonly<{ day: string; hour: string }>

const readMoment = (instant: string | undefined): Moment => ({
  day: instant?.slice(0, 10) ?? '',
  hour: instant?.slice(11, 16) ?? '',
})
/** `2026-07-16T09:42`; '' without a date, undefined where either can't be read. */
const writeMoment = ({ day, hour }: Moment): string | undefined => {
  if (day === '') return ''
  const time = hour === '' ? '00:00' : parseTime(hour)
  return isDate(day) && time !== undefined ? `${day}T${time}` : undefined
}

const MomentFields = ({
  label,
  moment,
  onChange,
}: {
  label: string
  moment: Moment
  onChange: (moment: Moment) => void
}) => {
  const t = useText()
  return (
    <>
      <DateInput label={label} value={moment.day} onChange={(day) => onChange({ ...moment, day })} />
      {moment.day !== '' && (
        <TimeInput
          label={t('event.log.timeOf', { label })}
          value={moment.hour}
          onChange={(hour) => onChange({ ...moment, hour })}
        />
      )}
    </>
  )
}

const TimeForm = ({
  from,
  until,
  onApply,
}: {
  from: string | undefined
  until: string | undefined
  onApply: (from: string, until: string) => void
}) => {
  const t = useText()
  const [first, setFirst] = useState(readMoment(from))
  const [last, setLast] = useState(readMoment(until))
  const [start, end] = [writeMoment(first), writeMoment(last)]
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (start !== undefined && end !== undefined) onApply(start, end)
      }}
    >
      <MomentFields label={t('event.log.from')} moment={first} onChange={setFirst} />
      <MomentFields label={t('event.log.until')} moment={last} onChange={setLast} />
      <Button
        type="submit"
        variant="contained"
        color="primary"
        disabled={start === undefined || end === undefined}
      >
        {t('table.apply')}
      </Button>
    </form>
  )
}

type Change = Readonly<Record<string, string | undefined>>

/** Filters by stream, type, account, actor, request and time; the address holds them. */
export const EventFilters = ({
  query,
  onChange,
}: {
  query: EventQuery
  onChange: (change: Change) => void
}) => {
  const t = useText()
  const { from, until } = query
  const time =
    from && until
      ? `${utc(from)} – ${utc(until)}`
      : from
        ? t('event.log.fromOnly', { from: utc(from) })
        : until
          ? t('event.log.untilOnly', { until: utc(until) })
          : undefined
  const filters: readonly Filter[] = [
    ...EVENT_FIELDS.map((field): Filter => ({
      key: field,
      label: t(`event.log.filters.${field}`),
      value: query[field],
      rare: field === 'id',
      clear: () => onChange({ [field]: undefined }),
      form: (close) => (
        <TextForm
          label={t(`event.log.filters.${field}`)}
          help={t(`event.log.help.${field}`)}
          value={query[field] ?? ''}
          onApply={(text) => {
            onChange({ [field]: text || undefined })
            close()
          }}
        />
      ),
    })),
    {
      key: 'time',
      label: t('event.log.filters.time'),
      value: time,
      clear: () => onChange({ from: undefined, until: undefined }),
      form: (close) => (
        <TimeForm
          from={from}
          until={until}
          onApply={(start, end) => {
            onChange({ from: start || undefined, until: end || undefined })
            close()
          }}
        />
      ),
    },
  ]
  return <FilterBar filters={filters} label={t('event.log.narrow')} />
}
