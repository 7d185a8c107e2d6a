import { useNavigate } from 'react-router-dom'
import { z } from 'zod'
import { zLine, zText } from '@hearth/contracts/kernel/text'
import { SERVICE_TYPES, URGENCIES, zServiceType, zUrgency } from '@hearth/contracts/request'
import { FormDialog } from '../components/dialog/FormDialog.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { RadioField } from '../components/form/fields/RadioField.tsx'
import { SelectField } from '../components/form/fields/SelectField.tsx'
import { TextField } from '../components/form/fields/TextField.tsx'
import { useCommandForm } from '../components/form/useCommandForm.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useAllListings } from '../data/queries/useAllListings.ts'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'

const MAX_SUBJECT = 120
const MAX_BODY = 4_000
const schema = z.strictObject({
  listingId: z.string().min(1),
  type: zServiceType,
  urgency: zUrgency,
  subject: zLine(3, MAX_SUBJECT),
  body: zText(0, MAX_BODY),
})

/** A new service request of the host; opens its page once it is sent. */
const AskDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useText()
  const navigate = useNavigate()
  const saved = useSaved()
  const { data: listings = [] } = useAllListings()
  const command = useCommand({
    resource: 'service-requests',
    touches: ['requests'],
    onSuccess: ({ id }) => {
      saved(t('request.ask.sent'))
      void navigate(to.request(id))
    },
  })
  const values: z.input<typeof schema> = {
    listingId: listings.length === 1 ? (listings[0]?.id ?? '') : '',
    type: 'maintenance',
    urgency: 'normal',
    subject: '',
    body: '',
  }
  const form = useCommandForm({
    schema,
    values,
    command,
    send: (body) => command.run({ body }),
    mode: 'onSubmit',
  })
  return (
    <FormDialog
      {...form.sending}
      title={t('request.ask.title')}
      submit={t('request.ask.send')}
      close={t('request.decide.keep')}
      missing={form.body ? undefined : t('request.ask.missing')}
      onClose={onClose}
    >
      <SelectField
        control={form.control}
        name="listingId"
        label={t('request.ask.listing')}
        options={[
          { value: '', label: t('request.ask.chooseListing') },
          ...listings.map(({ id, title }) => ({ value: id, label: title })),
        ]}
      />
      <SelectField
        control={form.control}
        name="type"
        label={t('request.ask.type')}
        options={SERVICE_TYPES.map((value) => ({ value, label: t(`request.type.${value}`) }))}
      />
      <RadioField
        control={form.control}
        name="urgency"
        label={t('request.ask.urgency')}
        options={URGENCIES.toReversed().map((value) => ({
          value,
          label: t(`request.urgency.${value}`),
          text: t(`request.urgencyHelp.${value}`),
        }))}
      />
      <TextField
        control={form.control}
        name="subject"
        label={t('request.ask.subject')}
        input={{ maxLength: MAX_SUBJECT }}
      />
      <TextField
        control={form.control}
        name="body"
        rows={3}
        label={t('request.ask.body')}
        input={{ maxLength: MAX_BODY }}
      />
    </FormDialog>
  )
}
export default AskDialog
