import { useState, type ReactNode } from 'react'
import { Button } from '@mui/material'
import { z } from 'zod'
import { zText } from '@hearth/contracts/kernel/text'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useText } from '../../i18n/text.ts'
import { useSaved } from '../feedback/useSaved.tsx'
import { TextField } from '../form/fields/TextField.tsx'
import { useCommandForm } from '../form/useCommandForm.ts'
import { FormDialog } from './FormDialog.tsx'

/** A shorter sentence explains nothing to a later reader. */
const MIN_TEXT = 20

type DialogProps = Readonly<{
  resource: string
  verb: string
  id: string
  /** Other fields of the command. */
  body?: Readonly<Record<string, unknown>>
  /** The field of the reason. */
  field: string
  min?: number
  maxLength: number
  label: string
  title: string
  question: string
  help?: string
  /** What to say while the sentence is too short. */
  missing?: string
  keep: string
  saved: string
  /** Other resources whose rows change with it. */
  touches?: readonly string[]
  /** Above the question. */
  children?: ReactNode
}>

/** Asks for the written reason of a command. */
export const ExplainedDialog = ({
  resource,
  verb,
  id,
  body = {},
  field,
  min = MIN_TEXT,
  maxLength,
  label,
  title,
  question,
  help,
  missing,
  keep,
  saved: said,
  touches = [],
  children,
  onClose,
}: DialogProps & Readonly<{ onClose: () => void }>) => {
  const t = useText()
  const saved = useSaved()
  const command = useCommand({
    resource,
    verb,
    touches,
    onSuccess: () => {
      onClose()
      saved(said)
    },
  })
  const form = useCommandForm({
    schema: z.strictObject({ [field]: zText(min, maxLength) }),
    values: { [field]: '' },
    command,
    send: (reason) => command.run({ record: { id }, body: { ...body, ...reason } }),
    mode: 'onSubmit',
  })
  return (
    <FormDialog
      {...form.sending}
      title={title}
      submit={label}
      close={keep}
      missing={form.body ? undefined : (missing ?? t('app.sentence'))}
      onClose={onClose}
    >
      {children}
      <TextField
        control={form.control}
        name={field}
        rows={2}
        label={question}
        help={help}
        input={{ maxLength }}
      />
    </FormDialog>
  )
}

/** A button whose command requires a written reason. */
export const ExplainedCommand = ({
  destructive = false,
  name,
  ...dialog
}: DialogProps &
  Readonly<{
    destructive?: boolean
    /** What a screen reader says for the button, where there are many. */
    name?: string
  }>) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        color={destructive ? 'error' : 'inherit'}
        aria-label={name}
        onClick={() => setOpen(true)}
      >
        {dialog.label}
      </Button>
      {open && <ExplainedDialog {...dialog} onClose={() => setOpen(false)} />}
    </>
  )
}
