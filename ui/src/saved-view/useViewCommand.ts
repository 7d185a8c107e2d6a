import { useNotify } from 'react-admin'
import { problemText } from '../data/http/problems.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { useSession } from '../session/session.ts'

type Verb = 'save' | 'rename' | 'update' | 'share' | 'move' | 'remove' | 'restore'

/** A command about the account's views. Without a form that shows it, a refusal is shown as a notification. */
export const useViewCommand = (verb: Verb, { inForm = false }: { inForm?: boolean } = {}) => {
  const t = useText()
  const notify = useNotify()
  const id = useSession()?.account?.id ?? ''
  const { run, ...command } = useCommand({
    resource: 'saved-views',
    verb,
    onError: (error) => {
      if (!inForm) notify(problemText(error, t), { type: 'error' })
    },
  })
  return { ...command, id, run }
}
