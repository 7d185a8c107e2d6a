import { messagePlan } from '@hearth/contracts/message-plan'
import { renderTemplate, type TemplateValues } from '@hearth/contracts/reply-template'
import { FormDialog } from '../components/dialog/FormDialog.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { TextField } from '../components/form/fields/TextField.tsx'
import { useCommandForm } from '../components/form/useCommandForm.ts'
import { useText } from '../i18n/text.ts'
import { formatVariables } from '../reply-template/formatVariables.ts'
import { RenderedText } from '../reply-template/RenderedText.tsx'
import type { WaitingMessage } from './useMessagePlans.ts'
import { usePlanCommand } from './usePlanCommand.ts'

const schema = messagePlan.commands.EditPlannedMessage.schema.omit({ planId: true })

type Props = {
  message: WaitingMessage
  body: string
  values: TemplateValues | undefined
  onClose: () => void
}

/** The text of one message for one stay, with what the guest will read. */
export const EditPlannedDialog = ({ message: { plan, planId }, body, values, onClose }: Props) => {
  const t = useText()
  const saved = useSaved()
  const command = usePlanCommand('edit', { inForm: true })
  const form = useCommandForm({
    schema,
    values: { body },
    mode: 'onSubmit',
    draft: `planned-message/${planId}`,
    command,
    send: (edited) =>
      command.run(
        { record: { id: plan.id }, body: { planId, ...edited } },
        {
          onSuccess: () => {
            saved(t('messagePlan.saidEdited'))
            onClose()
          },
        },
      ),
  })
  const { missing } = renderTemplate(form.values.body, values ?? {})
  return (
    <FormDialog
      {...form.sending}
      title={t('messagePlan.editTitle')}
      submit={t('messagePlan.save')}
      close={t('messagePlan.close')}
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="body"
        label={t('messagePlan.body')}
        help={t('messagePlan.bodyHelp')}
        rows={6}
      />
      {values && form.values.body.trim() !== '' && (
        <RenderedText
          label={t('messagePlan.preview')}
          body={form.values.body}
          values={values}
          note={
            missing.length > 0 ? t('messagePlan.missing', { what: formatVariables(missing, t) }) : undefined
          }
        />
      )}
    </FormDialog>
  )
}
