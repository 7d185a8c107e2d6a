import { useListContext } from 'react-admin'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import type { InboxFilter, ViewKey } from './views.ts'

/** Why the list is empty, and the way to all conversations. */
export const NoThreads = ({ view }: { view: ViewKey | undefined }) => {
  const t = useText()
  const { filterValues } = useListContext()
  const { listingId }: InboxFilter = filterValues
  const reason = view === undefined || listingId !== undefined ? 'match' : view
  return (
    <EmptyState
      icon={reason === 'match' ? 'search' : 'inbox'}
      title={t(`thread.none.${reason}`)}
      text={t(`thread.none.${reason}Text`)}
      actions={reason !== 'all' && <LinkButton to={to.inbox()}>{t('thread.showAll')}</LinkButton>}
    />
  )
}
