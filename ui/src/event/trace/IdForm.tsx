import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { Field } from '../../components/form/Field.tsx'
import styles from './Trace.module.css'

/** A field for an id, and a button. */
export const IdForm = ({
  label,
  help,
  submit,
  value,
  onSubmit,
}: {
  label: string
  help: string
  submit: string
  value: string
  onSubmit: (id: string) => void
}) => {
  const [text, setText] = useState(value)
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(text.trim())
      }}
    >
      <Field label={label} help={help}>
        {(field) => (
          <OutlinedInput {...field} fullWidth value={text} onChange={({ target }) => setText(target.value)} />
        )}
      </Field>
      <Button type="submit" variant="contained" color="primary" disabled={text.trim() === ''}>
        {submit}
      </Button>
    </form>
  )
}
