import { useState, type ReactNode } from 'react'
import { Button, type ButtonProps } from '@mui/material'
import { useCan } from '../session/session.ts'
import { problemText } from '../data/http/problems.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { ConfirmCommand } from '../components/dialog/ConfirmCommand.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'

type Props = Readonly<{
  resource: 'projections' | 'parked-streams' | 'stopped-instances'
  id: string
  verb: 'rebuild' | 'verify' | 'cutover' | 'rollback' | 'discard' | 'unpark'
  label: ReactNode
  filled?: boolean
  variant?: ButtonProps['variant']
  size?: ButtonProps['size']
  /** Asked before, with what it does; without it the click is enough. */
  confirm?: Readonly<{ title: string; text: ReactNode; destructive?: boolean }>
}>

const WATCHED = ['projections', 'parked-streams', 'projection-requests', 'process-managers']

/**
 * Asks the projectors for something; what came of it stands under "Asked for". Roles that may only look get a
 * disabled button.
 */
export const OperationButton = ({
  resource,
  id,
  verb,
  label,
  filled = false,
  variant,
  size,
  confirm,
}: Props) => {
  const t = useText()
  const saved = useSaved()
  const may = useCan('projection.operate')
  const [open, setOpen] = useState(false)
  const command = useCommand({
    resource,
    verb,
    touches: WATCHED,
    onSuccess: () => {
      setOpen(false)
      saved(t('internal.asked'))
    },
  })
  const run = () => command.run({ record: { id } })
  return (
    <>
      <Button
        {...(filled ? { variant: 'contained', color: 'primary' } : variant ? { variant } : {})}
        {...(size ? { size } : {})}
        disabled={!may}
        loading={command.pending}
        onClick={
          confirm
            ? () => {
                command.reset()
                setOpen(true)
              }
            : run
        }
      >
        {label}
      </Button>
      {confirm && (
        <ConfirmCommand
          open={open}
          title={confirm.title}
          confirm={typeof label === 'string' ? label : confirm.title}
          keep={t('internal.detail.confirm.keep')}
          destructive={confirm.destructive ?? false}
          pending={command.pending}
          error={command.error}
          onConfirm={run}
          onClose={() => setOpen(false)}
        >
          {confirm.text}
        </ConfirmCommand>
      )}
      {!confirm && command.error !== null && (
        <p role="alert" className="small bad-ink">
          {problemText(command.error, t)}
        </p>
      )}
    </>
  )
}
