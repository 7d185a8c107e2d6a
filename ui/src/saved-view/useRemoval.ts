import { useNavigate } from 'react-router-dom'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { useText } from '../i18n/text.ts'
import type { SavedView } from './openView.ts'
import { useViewCommand } from './useViewCommand.ts'

/** Removes a view, opens the list at `home`, and offers to undo it. */
export const useRemoval = (home: string | undefined) => {
  const t = useText()
  const saved = useSaved()
  const navigate = useNavigate()
  const removal = useViewCommand('remove')
  const restoration = useViewCommand('restore')
  return ({ id: viewId, name }: SavedView) => {
    const undo = () =>
      restoration.run(
        { record: { id: restoration.id }, body: { viewId } },
        { onSuccess: () => saved(t('savedView.restored', { name })) },
      )
    removal.run(
      { record: { id: removal.id }, body: { viewId } },
      {
        onSuccess: () => {
          saved(t('savedView.removed', { name }), undo)
          if (home !== undefined) void navigate(home)
        },
      },
    )
  }
}
