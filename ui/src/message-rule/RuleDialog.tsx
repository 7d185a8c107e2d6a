import { MESSAGE_TRIGGERS, zRuleTerms } from '@hearth/contracts/message-rule'
import { zLocalTime } from '@hearth/contracts/kernel/dates'
import { FormDialog } from '../components/dialog/FormDialog.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { NumberField } from '../components/form/fields/NumberField.tsx'
import { SelectField } from '../components/form/fields/SelectField.tsx'
import { TimeField } from '../components/form/fields/TimeField.tsx'
import { useCommandForm } from '../components/form/useCommandForm.ts'
import { useText } from '../i18n/text.ts'
import { ListingPicks } from '../listing-picks/ListingPicks.tsx'
import { TemplatePreview } from '../reply-template/TemplatePreview.tsx'
import type { ReplyTemplate } from '../reply-template/useTemplates.ts'
import styles from './RulesPage.module.css'
import { useRuleCommand } from './useRuleCommand.ts'
import type { MessageRule } from './useRules.ts'

/** The time is kept while a trigger without one is chosen. */
const schema = zRuleTerms.omit({ isOn: true }).extend({ time: zLocalTime })
const NEW = { trigger: 'checkin-3d', time: '10:00', minNights: 1, listingIds: null } as const

type Chosen = { listingIds: string[] | null; onChange: (listingIds: string[] | null) => void }

/** All listings, or some of them. */
const ListingChoice = ({ listingIds, onChange }: Chosen) => {
  const t = useText()
  return (
    <fieldset className={styles['choice']}>
      <legend>{t('messageRule.listings')}</legend>
      <label>
        <input type="radio" name="scope" checked={listingIds === null} onChange={() => onChange(null)} />
        {t('messageRule.allListings')}
      </label>
      <label>
        <input type="radio" name="scope" checked={listingIds !== null} onChange={() => onChange([])} />
        {t('messageRule.someListings')}
      </label>
      {listingIds !== null && (
        <ListingPicks chosen={listingIds} failed={t('messageRule.listingsFailed')} onChange={onChange} />
      )}
    </fieldset>
  )
}

const useRuleForm = (rule: MessageRule | undefined, firstTemplate: string, onClose: () => void) => {
  const t = useText()
  const saved = useSaved()
  const command = useRuleCommand(rule === undefined ? 'add' : 'change', { inForm: true })
  const { trigger, time, minNights, listingIds } = rule ?? NEW
  return useCommandForm({
    schema,
    values: {
      templateId: rule?.templateId ?? firstTemplate,
      trigger,
      time: time ?? NEW.time,
      minNights,
      listingIds,
    },
    mode: 'onSubmit',
    command,
    send: (body) =>
      command.run(
        {
          record: { id: command.id },
          body: {
            ...(rule && { ruleId: rule.id }),
            ...body,
            time: body.trigger === 'confirmed' ? null : body.time,
            isOn: rule?.isOn ?? true,
          },
        },
        {
          onSuccess: () => {
            saved(t('messageRule.saved'))
            onClose()
          },
        },
      ),
  })
}

type Props = {
  rule: MessageRule | undefined
  templates: readonly ReplyTemplate[]
  onClose: () => void
}

/** A new scheduled message, or one to change, with a preview of what the guest reads. */
export const RuleDialog = ({ rule, templates, onClose }: Props) => {
  const t = useText()
  const form = useRuleForm(rule, templates[0]?.id ?? '', onClose)
  const { templateId, trigger, listingIds } = form.values
  const body = templates.find(({ id }) => id === templateId)?.body ?? ''
  return (
    <FormDialog
      {...form.sending}
      title={t(rule === undefined ? 'messageRule.add' : 'messageRule.change')}
      submit={t('messageRule.save')}
      close={t('messageRule.close')}
      missing={listingIds?.length === 0 ? t('messageRule.pick') : undefined}
      onClose={onClose}
    >
      <SelectField
        control={form.control}
        name="templateId"
        label={t('messageRule.template')}
        options={templates.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SelectField
        control={form.control}
        name="trigger"
        label={t('messageRule.trigger')}
        options={MESSAGE_TRIGGERS.map((value) => ({ value, label: t(`messageRule.triggers.${value}`) }))}
      />
      {trigger !== 'confirmed' && (
        <TimeField
          control={form.control}
          name="time"
          label={t('messageRule.time')}
          help={t('messageRule.timeHelp')}
          wrong={t('messageRule.badTime')}
        />
      )}
      <NumberField
        control={form.control}
        name="minNights"
        label={t('messageRule.minNights')}
        unit={t('messageRule.nights')}
        wrong={t('messageRule.badNights')}
      />
      <ListingChoice listingIds={listingIds} onChange={(ids) => form.set({ listingIds: ids })} />
      <TemplatePreview body={body} />
    </FormDialog>
  )
}
