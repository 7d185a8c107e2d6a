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
  /** Confirms first, and says what the operation does. */
  confirm?: Readonly<{ title: string; text: ReactNode; destructive?: boolean }>
}>

const WATCHED = ['projections', 'parked-streams', 'projection-requests', 'process-managers']

/** The command, and whether its confirmation is open. */
const useOperation = ({ resource, id, verb }: Pick<Props, 'resource' | 'id' | 'verb'>) => {
  const t = useText()
  const saved = useSaved()
  const [open, setOpen] = useState(false)
  const command = useCommand({
    resource,
    verb,
    touches: WATCHED,
    onSuccess: () => {
      setOpen(false)
      saved(t('projection.requested'))
    },
  })
  const run = () => command.run({ record: { id } })
  const ask = () => {
    command.reset()
    setOpen(true)
  }
  return { open, setOpen, command, run, ask }
}

/**
 * Requests an operation from the projectors; its outcome is listed under "Requests". The button is disabled
 * for read-only roles.
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
  const mayOperate = useCan('projection.operate')
  const { open, setOpen, command, run, ask } = useOperation({ resource, id, verb })
  return (
    <>
      <Button
        {...(filled ? { variant: 'contained', color: 'primary' } : variant ? { variant } : {})}
        {...(size ? { size } : {})}
        disabled={!mayOperate}
        loading={command.pending}
        onClick={confirm ? ask : run}
      >
        {label}
      </Button>
      {confirm && (
        <ConfirmCommand
          open={open}
          title={confirm.title}
          confirm={typeof label === 'string' ? label : confirm.title}
          keep={t('projection.detail.confirm.keep')}
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
