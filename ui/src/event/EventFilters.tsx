import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { useText } from '../i18n/text.ts'
import { Field } from '../components/form/Field.tsx'
import { TextForm } from '../components/list/filterForms.tsx'
import { FilterBar, type Filter } from '../components/list/FilterBar.tsx'
import { EVENT_FIELDS, type EventQuery } from './eventFilters.ts'
import { utc } from '../components/dates/instants.ts'
import styles from './Events.module.css'

const local = (instant: string | undefined) => instant?.slice(0, 16) ?? ''

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
  const [start, setStart] = useState(local(from))
  const [end, setEnd] = useState(local(until))
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        onApply(start, end)
      }}
    >
      <Field label={t('event.log.from')}>
        {(field) => (
          <OutlinedInput
            {...field}
            type="datetime-local"
            value={start}
            onChange={({ target }) => setStart(target.value)}
          />
        )}
      </Field>
      <Field label={t('event.log.until')}>
        {(field) => (
          <OutlinedInput
            {...field}
            type="datetime-local"
            value={end}
            onChange={({ target }) => setEnd(target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="contained" color="primary">
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
