import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { Field } from './Field.tsx'
import styles from './SearchForm.module.css'

/** One field and a button; searches on request, not with each key. */
export const SearchForm = ({
  label,
  submit,
  required = false,
  pending = false,
  onSearch,
}: {
  label: string
  submit: string
  /** Nothing is searched for while the field is empty. */
  required?: boolean
  pending?: boolean
  onSearch: (text: string) => void
}) => {
  const [text, setText] = useState('')
  return (
    <form
      className={styles['find']}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <Field label={label}>
        {({ error: _error, ...field }) => (
          <OutlinedInput
            value={text}
            onChange={({ target }) => setText(target.value)}
            inputProps={{ ...field, maxLength: 80, autoComplete: 'off' }}
          />
        )}
      </Field>
      <Button type="submit" disabled={required && text.trim() === ''} loading={pending}>
        {submit}
      </Button>
    </form>
  )
}
