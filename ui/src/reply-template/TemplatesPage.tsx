import { useState } from 'react'
import { Button } from '@mui/material'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { Loaded } from '../components/feedback/Loaded.tsx'
import { useLockText } from '../components/feedback/useLockText.ts'
import { Icon } from '../components/display/icons.tsx'
import { Card } from '../components/layout/Card.tsx'
import { PageHeader } from '../components/layout/PageHeader.tsx'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import { PreparedTabs } from './PreparedTabs.tsx'
import { TemplateText } from './TemplateText.tsx'
import { TemplateDialog } from './TemplateDialog.tsx'
import prepared from './Prepared.module.css'
import styles from './TemplatesPage.module.css'
import './texts.ts'
import { useRemoval } from './useRemoval.ts'
import { useTemplates, type ReplyTemplate } from './useTemplates.ts'

type Opened = ReplyTemplate | 'new' | null
type ListProps = { templates: readonly ReplyTemplate[]; may: boolean; onEdit: (opened: Opened) => void }

const TemplateList = ({ templates, may, onEdit }: ListProps) => {
  const t = useText()
  const remove = useRemoval()
  if (templates.length === 0)
    return <EmptyState icon="inbox" title={t('replyTemplate.none')} text={t('replyTemplate.noneText')} />
  return (
    <Card>
      <ul className={prepared['list']}>
        {templates.map((template) => (
          <li key={template.id}>
            <div>
              <h2>{template.name}</h2>
              <p className={`q ${styles['body']}`}>
                <TemplateText body={template.body} />
              </p>
            </div>
            {may && (
              <span className={prepared['actions']}>
                <Button
                  size="small"
                  aria-label={`${t('replyTemplate.edit')}: ${template.name}`}
                  onClick={() => onEdit(template)}
                >
                  {t('replyTemplate.edit')}
                </Button>
                <Button
                  size="small"
                  aria-label={`${t('replyTemplate.remove')}: ${template.name}`}
                  onClick={() => remove(template)}
                >
                  {t('replyTemplate.remove')}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** `/saved-replies`: the texts that the account keeps for its messages to guests. */
const TemplatesPage = () => {
  const t = useText()
  const query = useTemplates()
  const may = useLockText('reply-template.write') === undefined
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  return (
    <>
      <PageHeader
        title={t('replyTemplate.title')}
        crumbs={[{ label: t('app.menu.inbox'), to: to.inbox() }, { label: t('replyTemplate.title') }]}
        actions={
          may && (
            <Button variant="contained" color="primary" onClick={() => setOpened('new')}>
              <Icon name="plus" size={16} />
              {t('replyTemplate.add')}
            </Button>
          )
        }
      />
      <PreparedTabs current="replies" />
      <p className={`q ${prepared['intro']}`}>
        {t('replyTemplate.intro')} <span className="only-desk">{t('replyTemplate.introKey')}</span>
      </p>
      <Loaded query={query} failed={t('replyTemplate.failed')}>
        {(templates) => <TemplateList templates={templates} may={may} onEdit={setOpened} />}
      </Loaded>
      {opened !== null && <TemplateDialog template={opened === 'new' ? undefined : opened} onClose={close} />}
    </>
  )
}
export default TemplatesPage
