import type { Listing } from '../../data/records/records.ts'
import { to } from '../../navigation/paths.ts'
import { useText } from '../../i18n/text.ts'
import { LinkButton } from '../action/LinkButton.tsx'
import { EmptyState } from './EmptyState.tsx'

/** What a host sees first whose listing is still a draft: its next step. */
export const ContinueDraft = ({ draft }: { draft: Pick<Listing, 'id' | 'title'> }) => {
  const t = useText()
  return (
    <EmptyState
      icon="home"
      title={t('app.draft.title', { title: draft.title })}
      text={t('app.draft.text')}
      actions={
        <>
          <LinkButton filled to={to.listing(draft.id)}>
            {t('app.draft.next')}
          </LinkButton>
          <LinkButton to={to.startListing()}>{t('today.start')}</LinkButton>
        </>
      }
    />
  )
}
