import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { useText, type TextKey } from '../../i18n/text.ts'
import { Field } from '../../components/form/Field.tsx'
import { toInstant } from '../eventFilters.ts'
import styles from './Record.module.css'
import { RECORD_RESOURCES } from './recordResources.ts'

export type RecordQuery = Readonly<{ resource: string; id: string; a: string; b: string }>

const InstantField = ({
  label,
  error,
  value,
  onChange,
}: {
  label: string
  error: string | undefined
  value: string
  onChange: (event: { target: { value: string } }) => void
}) => {
  const t = useText()
  return (
    <Field label={label} error={error}>
      {(field) => (
        <OutlinedInput
          {...field}
          fullWidth
          placeholder={t('event.record.now')}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

/** The record and the two instants; an empty instant is now. */
export const RecordForm = ({
  query,
  onSubmit,
}: {
  query: RecordQuery
  onSubmit: (query: RecordQuery) => void
}) => {
  const t = useText()
  const [draft, setDraft] = useState(query)
  const options = RECORD_RESOURCES.map((name) => ({
    name,
    label: t(`event.record.resources.${name}` as TextKey),
  })).toSorted((first, second) => first.label.localeCompare(second.label))
  const set =
    (name: keyof RecordQuery) =>
    ({ target }: { target: { value: string } }) =>
      setDraft((before) => ({ ...before, [name]: target.value.trim() }))
  const wrong = (text: string) =>
    text !== '' && toInstant(text) === undefined ? t('event.record.badInstant') : undefined
  const problems = { a: wrong(draft.a), b: wrong(draft.b) }
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (!problems.a && !problems.b && draft.id !== '')
          onSubmit({ ...draft, a: toInstant(draft.a) ?? '', b: toInstant(draft.b) ?? '' })
      }}
    >
      <Field label={t('event.record.resource')}>
        {(field) => (
          <select
            id={field.id}
            aria-describedby={field['aria-describedby']}
            className={styles['select']}
            value={draft.resource}
            onChange={set('resource')}
          >
            {options.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('event.record.id')}>
        {(field) => <OutlinedInput {...field} fullWidth value={draft.id} onChange={set('id')} />}
      </Field>
      <InstantField label={t('event.record.a')} error={problems.a} value={draft.a} onChange={set('a')} />
      <InstantField label={t('event.record.b')} error={problems.b} value={draft.b} onChange={set('b')} />
      <Button type="submit" variant="contained" color="primary" disabled={draft.id === ''}>
        {t('event.record.show')}
      </Button>
    </form>
  )
}
