import { useNotify } from 'react-admin'
import { useCommand } from '../data/commands/useCommand.ts'
import { problemText } from '../data/http/problems.ts'
import { useText } from '../i18n/text.ts'
import { useSession } from '../session/session.ts'

type Verb = 'add' | 'change' | 'remove' | 'restore'

/**
 * A command about the account's scheduled messages. Without a form that shows it, a refusal is shown as a
 * notification.
 */
export const useRuleCommand = (verb: Verb, { inForm = false }: { inForm?: boolean } = {}) => {
  const t = useText()
  const notify = useNotify()
  const id = useSession()?.account?.id ?? ''
  const command = useCommand({
    resource: 'message-rules',
    verb,
    onError: (error) => {
      if (!inForm) notify(problemText(error, t), { type: 'error', autoHideDuration: null })
    },
  })
  return { ...command, id }
}
