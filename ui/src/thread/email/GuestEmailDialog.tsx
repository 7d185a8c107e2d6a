import { booking as contract } from '@hearth/contracts/booking'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { Booking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'

const { schema } = contract.commands.RecordGuestEmail

/** Where messages to the guest of a direct booking go from now on. */
const GuestEmailDialog = ({ booking, onClose }: { booking: Booking; onClose: () => void }) => {
  const t = useText()
  const { id, guestEmail } = booking
  const command = useCommand({ resource: 'bookings', verb: 'record-guest-email', onSuccess: onClose })
  const form = useCommandForm({
    schema,
    values: { email: guestEmail ?? '' },
    command,
    send: (body) => command.run({ record: { id }, body }),
    mode: 'onSubmit',
  })
  return (
    <FormDialog
      {...form.sending}
      title={t('thread.email.title')}
      submit={t('thread.email.save')}
      close={t('thread.email.close')}
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="email"
        type="email"
        label={t('thread.email.address')}
        help={t('thread.email.help')}
        wrong={t('thread.email.wrong')}
        input={{ maxLength: 254, required: true, autoComplete: 'off' }}
      />
    </FormDialog>
  )
}
export default GuestEmailDialog
