import { useState } from 'react'
import { Button } from '@mui/material'
import { useCommand } from '../../data/commands/useCommand.ts'
import { ConfirmCommand } from './ConfirmCommand.tsx'
import { useSaved } from '../feedback/useSaved.tsx'

type Props = Readonly<{
  resource: string
  verb: string
  id: string
  body?: unknown
  label: string
  title: string
  text: string
  keep: string
  saved: string
  touches?: readonly string[]
  destructive?: boolean
  /** Looks like text. */
  quiet?: boolean
}>

/** A button that asks for confirmation before it sends its command. */
export const ConfirmedCommand = ({
  resource,
  verb,
  id,
  body = {},
  label,
  title,
  text,
  keep,
  saved: said,
  touches = [],
  destructive = false,
  quiet = false,
}: Props) => {
  const saved = useSaved()
  const [open, setOpen] = useState(false)
  const command = useCommand({
    resource,
    verb,
    touches,
    onSuccess: () => {
      setOpen(false)
      saved(said)
    },
  })
  return (
    <>
      <Button
        size="small"
        {...(quiet && { variant: 'text' })}
        {...(destructive && { color: 'error' })}
        onClick={() => {
          command.reset()
          setOpen(true)
        }}
      >
        {label}
      </Button>
      <ConfirmCommand
        open={open}
        destructive={destructive}
        title={title}
        confirm={label}
        keep={keep}
        pending={command.pending}
        error={command.error}
        onConfirm={() => command.run({ record: { id }, body })}
        onClose={() => setOpen(false)}
      >
        {text}
      </ConfirmCommand>
    </>
  )
}
