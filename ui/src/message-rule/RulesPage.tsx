import { useState } from 'react'
import { Button } from '@mui/material'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { Icon } from '../components/display/icons.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { Loaded } from '../components/feedback/Loaded.tsx'
import { useLockText } from '../components/feedback/useLockText.ts'
import { Card } from '../components/layout/Card.tsx'
import { PageHeader } from '../components/layout/PageHeader.tsx'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import prepared from '../reply-template/Prepared.module.css'
import { PreparedTabs } from '../reply-template/PreparedTabs.tsx'
import { useTemplates, type ReplyTemplate } from '../reply-template/useTemplates.ts'
import { formatStays, formatTiming } from './formatRule.ts'
import { RuleDialog } from './RuleDialog.tsx'
import styles from './RulesPage.module.css'
import './texts.ts'
import { useRuleActions } from './useRuleActions.ts'
import { useRules, type MessageRule } from './useRules.ts'

type ListProps = {
  rules: readonly MessageRule[]
  templates: readonly ReplyTemplate[]
  may: boolean
  onEdit: (rule: MessageRule) => void
}

const RuleActions = ({ rule, name, onEdit }: { rule: MessageRule; name: string; onEdit: () => void }) => {
  const t = useText()
  const { toggle, remove } = useRuleActions()
  const actions = [
    { key: rule.isOn ? 'turnOff' : 'turnOn', run: () => toggle(rule) },
    { key: 'edit', run: onEdit },
    { key: 'remove', run: () => remove(rule) },
  ] as const
  return (
    <span className={prepared['actions']}>
      {actions.map(({ key, run }) => (
        <Button key={key} size="small" aria-label={`${t(`messageRule.${key}`)}: ${name}`} onClick={run}>
          {t(`messageRule.${key}`)}
        </Button>
      ))}
    </span>
  )
}

const RuleList = ({ rules, templates, may, onEdit }: ListProps) => {
  const t = useText()
  if (rules.length === 0 && templates.length === 0 && may)
    return (
      <EmptyState
        icon="clock"
        title={t('messageRule.needsReply')}
        text={t('messageRule.needsReplyText')}
        actions={<LinkButton to={to.savedReplies()}>{t('messageRule.savedReplies')}</LinkButton>}
      />
    )
  if (rules.length === 0)
    return <EmptyState icon="clock" title={t('messageRule.none')} text={t('messageRule.noneText')} />
  return (
    <Card>
      <ul className={prepared['list']}>
        {rules.map((rule) => {
          const name =
            templates.find(({ id }) => id === rule.templateId)?.name ?? t('messageRule.removedReply')
          return (
            <li key={rule.id}>
              <div>
                <span className={styles['title']}>
                  <h2>{name}</h2>
                  <StatusChip tone={rule.isOn ? 'ok' : 'mute'}>
                    {t(rule.isOn ? 'messageRule.on' : 'messageRule.off')}
                  </StatusChip>
                </span>
                <p className="num">{formatTiming(rule, t)}</p>
                <p className="small q">{formatStays(rule, t)}</p>
              </div>
              {may && <RuleActions rule={rule} name={name} onEdit={() => onEdit(rule)} />}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const useRulesWithTemplates = () => {
  const rules = useRules()
  const templates = useTemplates()
  const error: unknown = rules.error ?? templates.error
  const refetch = () => void Promise.all([rules.refetch(), templates.refetch()])
  if (rules.data === undefined || templates.data === undefined) return { error, refetch }
  return { data: { rules: rules.data, templates: templates.data }, error, refetch }
}

/** `/scheduled-messages`: which messages go out by themselves, and when. */
const RulesPage = () => {
  const t = useText()
  const query = useRulesWithTemplates()
  const may = useLockText('message-rule.write') === undefined
  const [opened, setOpened] = useState<MessageRule | 'new' | null>(null)
  const templates = query.data?.templates ?? []
  return (
    <>
      <PageHeader
        title={t('messageRule.title')}
        crumbs={[{ label: t('app.menu.inbox'), to: to.inbox() }, { label: t('messageRule.title') }]}
        actions={
          may &&
          templates.length > 0 && (
            <Button variant="contained" color="primary" onClick={() => setOpened('new')}>
              <Icon name="plus" size={16} />
              {t('messageRule.add')}
            </Button>
          )
        }
      />
      <PreparedTabs current="scheduled" />
      <p className={`q ${prepared['intro']}`}>{t('messageRule.intro')}</p>
      <Loaded query={query} failed={t('messageRule.failed')}>
        {(data) => <RuleList {...data} may={may} onEdit={setOpened} />}
      </Loaded>
      {opened !== null && (
        <RuleDialog
          rule={opened === 'new' ? undefined : opened}
          templates={templates}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
export default RulesPage
