import { useNotify } from 'react-admin'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { useCommand } from '../data/commands/useCommand.ts'
import { problemText } from '../data/http/problems.ts'
import { useText } from '../i18n/text.ts'
import type { WaitingMessage } from './useMessagePlans.ts'

type Verb = 'send' | 'skip' | 'restore' | 'edit'

/** A command about the messages of a stay. Without a form that shows it, a refusal is shown as a notification. */
export const usePlanCommand = (verb: Verb, { inForm = false }: { inForm?: boolean } = {}) => {
  const t = useText()
  const notify = useNotify()
  return useCommand({
    resource: 'message-plans',
    verb,
    touches: verb === 'send' ? ['messages', 'threads'] : [],
    onError: (error) => {
      if (!inForm) notify(problemText(error, t), { type: 'error', autoHideDuration: null })
    },
  })
}

/** Sends a message early, skips it with an offer to undo that, or schedules it again. */
export const usePlanActions = ({ plan, planId }: WaitingMessage) => {
  const t = useText()
  const saved = useSaved()
  const [sending, skipping, restoring] = [
    usePlanCommand('send'),
    usePlanCommand('skip'),
    usePlanCommand('restore'),
  ]
  const input = { record: { id: plan.id }, body: { planId } }
  const restore = () => restoring.run(input, { onSuccess: () => saved(t('messagePlan.saidRestored')) })
  return {
    send: () => sending.run(input, { onSuccess: () => saved(t('messagePlan.saidSent')) }),
    skip: () => skipping.run(input, { onSuccess: () => saved(t('messagePlan.saidSkipped'), restore) }),
    restore,
    pending: sending.pending || skipping.pending || restoring.pending,
  }
}
