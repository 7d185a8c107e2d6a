import { useSaved } from '../components/feedback/useSaved.tsx'
import { useText } from '../i18n/text.ts'
import { useRuleCommand } from './useRuleCommand.ts'
import type { MessageRule } from './useRules.ts'

/** Turns a scheduled message on and off, and removes it with an offer to undo that. */
export const useRuleActions = () => {
  const t = useText()
  const saved = useSaved()
  const change = useRuleCommand('change')
  const removal = useRuleCommand('remove')
  const restoration = useRuleCommand('restore')
  const toggle = ({ id: ruleId, isOn, templateId, trigger, time, minNights, listingIds }: MessageRule) =>
    change.run(
      {
        record: { id: change.id },
        body: { ruleId, templateId, trigger, time, minNights, listingIds, isOn: !isOn },
      },
      { onSuccess: () => saved(t(isOn ? 'messageRule.turnedOff' : 'messageRule.turnedOn')) },
    )
  const remove = ({ id: ruleId }: MessageRule) => {
    const undo = () =>
      restoration.run(
        { record: { id: restoration.id }, body: { ruleId } },
        { onSuccess: () => saved(t('messageRule.restored')) },
      )
    removal.run(
      { record: { id: removal.id }, body: { ruleId } },
      { onSuccess: () => saved(t('messageRule.removed'), undo) },
    )
  }
  return { toggle, remove }
}
