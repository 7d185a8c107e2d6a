import { Select } from '@mui/material'
import { replyTemplate, TEMPLATE_VARIABLES } from '@hearth/contracts/reply-template'
import { FormDialog } from '../components/dialog/FormDialog.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { Field } from '../components/form/Field.tsx'
import { TextField } from '../components/form/fields/TextField.tsx'
import { useCommandForm } from '../components/form/useCommandForm.ts'
import { useText } from '../i18n/text.ts'
import { TemplatePreview } from './TemplatePreview.tsx'
import { useTemplateCommand } from './useTemplateCommand.ts'
import type { ReplyTemplate } from './useTemplates.ts'

const { schema } = replyTemplate.commands.AddReplyTemplate
const NEW = { name: '', body: '' }

/** Chooses a variable and puts it at the end of the body. */
const InsertVariable = ({ onInsert }: { onInsert: (variable: string) => void }) => {
  const t = useText()
  return (
    <Field label={t('replyTemplate.insert')}>
      {({ error: _error, ...field }) => (
        <Select native value="" onChange={({ target }) => onInsert(`{{${target.value}}}`)} inputProps={field}>
          <option value="">{t('replyTemplate.insertLabel')}</option>
          {TEMPLATE_VARIABLES.map((name) => (
            <option key={name} value={name}>
              {t(`replyTemplate.variables.${name}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

type Props = { template: ReplyTemplate | undefined; onClose: () => void }

/** A new saved reply, or one to change, with its preview. */
export const TemplateDialog = ({ template, onClose }: Props) => {
  const t = useText()
  const saved = useSaved()
  const command = useTemplateCommand(template === undefined ? 'add' : 'change', { inForm: true })
  const form = useCommandForm({
    schema,
    values: template === undefined ? NEW : { name: template.name, body: template.body },
    mode: 'onSubmit',
    draft: `saved-reply/${template?.id ?? 'new'}`,
    command,
    send: (body) =>
      command.run(
        {
          record: { id: command.id },
          body: { ...(template && { templateId: template.id }), ...body },
        },
        {
          onSuccess: () => {
            saved(t('replyTemplate.saved', { name: body.name }))
            onClose()
          },
        },
      ),
  })
  const { body } = form.values
  const insert = (variable: string) =>
    form.set({ body: body === '' || /\s$/.test(body) ? body + variable : `${body} ${variable}` })
  return (
    <FormDialog
      {...form.sending}
      title={template === undefined ? t('replyTemplate.add') : template.name}
      submit={t('replyTemplate.save')}
      close={t('replyTemplate.close')}
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('replyTemplate.name')}
        wrong={t('replyTemplate.badName')}
        autoComplete="off"
      />
      <TextField control={form.control} name="body" label={t('replyTemplate.body')} rows={5} />
      <InsertVariable onInsert={insert} />
      <TemplatePreview body={body} />
    </FormDialog>
  )
}
