import { useState, type ReactNode } from 'react'
import { Button, type ButtonProps } from '@mui/material'
import type { Capability } from '@hearth/contracts/kernel/access'
import { useLock } from '../session/session.ts'
import { useText } from '../i18n/text.ts'
import { ConfirmCommand } from '../components/dialog/ConfirmCommand.tsx'
import { useAccountCommand } from './useAccountCommand.ts'

type Props = {
  verb: string
  capability: Capability
  body?: unknown
  label: string
  /** What a screen reader says, where the label alone does not name its subject. */
  name?: string
  confirm?: string
  title: string
  /** What changes afterwards. */
  children: ReactNode
  said?: string
  destructive?: boolean
  filled?: boolean
  small?: boolean
  disabled?: boolean
  onDone?: () => void
}

const styleButton = ({
  filled,
  small,
  destructive,
}: Record<'filled' | 'small' | 'destructive', boolean>): ButtonProps => {
  if (filled) return { variant: 'contained', color: 'primary' }
  if (small) return { variant: 'text', size: 'small' }
  return destructive ? { color: 'error' } : {}
}

/** A command on the account that needs a confirmation, which names its consequence. */
export const AccountCommandButton = ({
  verb,
  capability,
  body,
  label,
  name,
  confirm = label,
  title,
  children,
  said,
  destructive = false,
  filled = false,
  small = false,
  disabled = false,
  onDone,
}: Props) => {
  const t = useText()
  const lock = useLock(capability)
  const [open, setOpen] = useState(false)
  const command = useAccountCommand(verb, {
    ...(said === undefined ? {} : { said }),
    onSuccess: () => {
      setOpen(false)
      onDone?.()
    },
  })
  return (
    <>
      <Button
        {...styleButton({ filled, small, destructive })}
        disabled={disabled || lock !== undefined}
        {...(name === undefined ? {} : { 'aria-label': name })}
        onClick={() => {
          command.reset()
          setOpen(true)
        }}
      >
        {label}
      </Button>
      <ConfirmCommand
        open={open}
        title={title}
        confirm={confirm}
        keep={t('account.keep')}
        destructive={destructive}
        pending={command.pending}
        error={command.error}
        onConfirm={() => command.run(body)}
        onClose={() => setOpen(false)}
      >
        {children}
      </ConfirmCommand>
    </>
  )
}
