import { Button } from '@mui/material'
import { nextStatus, type RequestCommand } from '@hearth/contracts/request'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { RequestRecord } from '../../data/records/records.ts'
import { AlreadyDecided } from './AlreadyDecided.tsx'

/** Whether the command is possible now. */
export const isPossible = ({ kind, status }: RequestRecord, command: RequestCommand['type']) =>
  nextStatus(kind, status, command) !== undefined

type Props = Readonly<{ request: RequestRecord; verb: string; label: string; done: string; filled?: boolean }>

/** A button that sends its command without asking. */
export const Step = ({ request, verb, label, done, filled = false }: Props) => {
  const saved = useSaved()
  const command = useCommand({ resource: 'requests', verb, onSuccess: () => saved(done) })
  return (
    <>
      <Button
        {...(filled && { variant: 'contained', color: 'primary' })}
        loading={command.pending}
        onClick={() => command.run({ record: request })}
      >
        {label}
      </Button>
      <AlreadyDecided error={command.error} />
    </>
  )
}
