import { useState } from 'react'
import { OutlinedInput } from '@mui/material'
import { useGetList } from 'react-admin'
import type { Listing } from '../data/records/records.ts'
import { useText } from '../i18n/text.ts'
import { Checkbox } from '../components/form/Checkbox.tsx'
import { Field } from '../components/form/Field.tsx'
import styles from './Calendar.module.css'

/** Chooses the listings that have a row, by name or place. */
export const ListingsForm = ({
  chosen,
  onChange,
}: {
  chosen: readonly string[]
  onChange: (listings: readonly string[]) => void
}) => {
  const t = useText()
  const [text, setText] = useState('')
  const q = text.trim()
  const { data = [] } = useGetList<Listing>('listings', {
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'title', order: 'ASC' },
    filter: q === '' ? {} : { q },
  })
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <>
      <Field label={t('calendar.findListing')}>
        {({ error: _error, ...field }) => (
          <OutlinedInput
            size="small"
            value={text}
            onChange={({ target }) => setText(target.value)}
            inputProps={field}
          />
        )}
      </Field>
      <ul className={styles['choices']}>
        {data.map(({ id, title, place }) => (
          <li key={id}>
            <label>
              <Checkbox
                label={`${title}, ${place}`}
                checked={chosen.includes(id)}
                onChange={() => toggle(id)}
              />
              <span aria-hidden>
                {title}
                <span className="c">, {place}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </>
  )
}
