import { useSaved } from '../components/feedback/useSaved.tsx'
import { useText } from '../i18n/text.ts'
import { useTemplateCommand } from './useTemplateCommand.ts'
import type { ReplyTemplate } from './useTemplates.ts'

/** Removes a saved reply, and offers to undo it. */
export const useRemoval = () => {
  const t = useText()
  const saved = useSaved()
  const removal = useTemplateCommand('remove')
  const restoration = useTemplateCommand('restore')
  return ({ id: templateId, name }: ReplyTemplate) => {
    const undo = () =>
      restoration.run(
        { record: { id: restoration.id }, body: { templateId } },
        { onSuccess: () => saved(t('replyTemplate.restored', { name })) },
      )
    removal.run(
      { record: { id: removal.id }, body: { templateId } },
      { onSuccess: () => saved(t('replyTemplate.removed', { name }), undo) },
    )
  }
}
