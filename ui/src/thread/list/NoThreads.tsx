import { useListContext } from 'react-admin'
import { LinkButton } from '../../components/action/LinkButton.tsx'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { useText } from '../../i18n/text.ts'
import { useInboxPaths } from '../useInboxPaths.ts'
import { readNarrowing, type InboxFilter, type ViewKey } from './views.ts'

/** Why the list is empty, and the way to all conversations. */
export const NoThreads = ({ view }: { view: ViewKey | undefined }) => {
  const t = useText()
  const paths = useInboxPaths()
  const { filterValues } = useListContext()
  const narrowed = Object.keys(readNarrowing(filterValues as InboxFilter)).length > 0
  const reason = view === undefined || narrowed ? 'match' : view
  return (
    <EmptyState
      icon={reason === 'match' ? 'search' : 'inbox'}
      title={t(`thread.none.${reason}`)}
      text={t(`thread.none.${reason}Text`)}
      actions={reason !== 'all' && <LinkButton to={paths.inbox()}>{t('thread.showAll')}</LinkButton>}
    />
  )
}
