import { useCommand } from '../data/commands/useCommand.ts'
import { useSaved } from '../components/feedback/useSaved.tsx'

/** A command on an impersonation; `said` is shown once it is accepted. */
export const useImpersonationCommand = (
  verb: 'approve' | 'approve-by-code' | 'deny' | 'revoke' | 'delay-notice',
  said: string,
  onSuccess?: () => void,
) => {
  const saved = useSaved()
  return useCommand({
    resource: 'impersonations',
    verb,
    touches: ['access-log'],
    onSuccess: () => {
      saved(said)
      onSuccess?.()
    },
  })
}
