import { PageTabs } from '../components/layout/PageTabs.tsx'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import { useSees } from '../session/session.ts'
import './texts.ts'

/** Saved replies and scheduled messages beside each other, for those who see both. */
export const PreparedTabs = ({ current }: { current: 'replies' | 'scheduled' }) => {
  const t = useText()
  const [seesReplies, seesScheduled] = [useSees('reply-template.read'), useSees('message-rule.read')]
  if (!seesReplies || !seesScheduled) return null
  return (
    <PageTabs
      label={t('replyTemplate.tabs')}
      current={current}
      tabs={[
        { key: 'replies', label: t('app.titles.savedReplies'), to: to.savedReplies() },
        { key: 'scheduled', label: t('app.titles.scheduledMessages'), to: to.scheduledMessages() },
      ]}
    />
  )
}
