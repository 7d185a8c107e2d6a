import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { Field } from '../form/Field.tsx'
import { FormDialog } from './FormDialog.tsx'
import { useSaved } from '../feedback/useSaved.tsx'

const MIN_TEXT = 20

type Props = Readonly<{
  resource: string
  verb: string
  id: string
  /** Other fields of the command. */
  body?: Readonly<Record<string, unknown>>
  /** The field of the reason. */
  field: string
  most: number
  label: string
  title: string
  question: string
  keep: string
  saved: string
  destructive?: boolean
  /** Other resources whose rows change with it. */
  touches?: readonly string[]
}>

const ReasonField = ({
  label,
  value,
  most,
  onChange,
}: {
  label: string
  value: string
  most: number
  onChange: (text: string) => void
}) => (
  <Field label={label}>
    {({ error: _error, ...input }) => (
      <OutlinedInput
        multiline
        minRows={2}
        maxRows={6}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        inputProps={{ ...input, maxLength: most }}
      />
    )}
  </Field>
)

/** A button whose command requires a written reason. */
export const ExplainedCommand = ({
  resource,
  verb,
  id,
  body = {},
  field,
  most,
  label,
  title,
  question,
  keep,
  saved: said,
  destructive = false,
  touches = [],
}: Props) => {
  const t = useText()
  const saved = useSaved()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const command = useCommand({
    resource,
    verb,
    touches,
    onSuccess: () => {
      setOpen(false)
      setText('')
      saved(said)
    },
  })
  const missing = text.trim().length < MIN_TEXT ? t('app.sentence') : undefined
  return (
    <>
      <Button
        size="small"
        color={destructive ? 'error' : 'inherit'}
        onClick={() => {
          command.reset()
          setOpen(true)
        }}
      >
        {label}
      </Button>
      {open && (
        <FormDialog
          title={title}
          submit={label}
          close={keep}
          missing={missing}
          pending={command.pending}
          error={command.error}
          onSubmit={() => command.run({ record: { id }, body: { ...body, [field]: text.trim() } })}
          onClose={() => setOpen(false)}
        >
          <ReasonField label={question} value={text} most={most} onChange={setText} />
        </FormDialog>
      )}
    </>
  )
}
