import { useNavigate } from 'react-router-dom'
import { MAX_MESSAGE_LENGTH, thread } from '@hearth/contracts/thread'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { OpenBooking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'

const schema = thread.commands.WriteToGuest.schema.pick({ body: true })
const nothing = { body: '' }

type Props = { booking: OpenBooking; onClose: () => void }

/** The first message to a guest; opens the conversation once it is sent. */
const WriteDialog = ({ booking, onClose }: Props) => {
  const t = useText()
  const navigate = useNavigate()
  const saved = useSaved()
  const { id: bookingId, listingId, guestRef, guestName: guest, status } = booking
  const command = useCommand({
    resource: 'first-messages',
    touches: ['threads', 'messages'],
    onSuccess: ({ id }) => {
      saved(t('booking.write.sent', { guest }))
      void navigate(to.thread(id))
    },
  })
  const form = useCommandForm({
    schema,
    values: nothing,
    command,
    send: ({ body }) => command.run({ body: { listingId, guest: { guestRef }, bookingId, body } }),
    mode: 'onSubmit',
  })
  return (
    <FormDialog
      {...form.sending}
      title={t('booking.write.title', { guest })}
      submit={t('booking.write.send')}
      close={t('booking.write.close')}
      missing={form.body ? undefined : t('booking.write.missing', { max: MAX_MESSAGE_LENGTH })}
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="body"
        rows={5}
        label={t('booking.write.message')}
        {...(status === 'cancelled' && { help: t('booking.write.masked') })}
      />
    </FormDialog>
  )
}
export default WriteDialog
