import { useCommand } from '../../data/commands/useCommand.ts'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { useListings } from '../../data/queries/useListings.ts'
import type { RequestRecord } from '../../data/records/records.ts'

type Props = Readonly<{ request: RequestRecord; verb: string; done: string; onClose: () => void }>

/** The command of a dialog about a request, and the request's listing; it closes once the command is done. */
export const useWorkDialog = ({ request, verb, done, onClose }: Props) => {
  const saved = useSaved()
  const listing = useListings([request.listingId]).get(request.listingId)
  const command = useCommand({
    resource: 'requests',
    verb,
    onSuccess: () => {
      onClose()
      saved(done)
    },
  })
  return { command, listing }
}
