import { useState } from 'react'
import type { z } from 'zod'
import { booking as bookingMessages } from '@hearth/contracts/booking'
import { MAX_REQUEST_FILES, zRequestFiles } from '@hearth/contracts/request'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { FilesField } from '../../components/files/FilesField.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { Booking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'

const MAX_TEXT = 2_000
const schema = bookingMessages.commands.SendDisruptionEvidence.schema.extend({
  fileIds: zRequestFiles.unwrap(),
})
const nothing: z.input<typeof schema> = { text: '', fileIds: [] }

/** What shows that the home isn't affected. */
const EvidenceDialog = ({ booking, onClose }: { booking: Booking; onClose: () => void }) => {
  const t = useText()
  const saved = useSaved()
  const [busy, setBusy] = useState(false)
  const command = useCommand({
    resource: 'bookings',
    verb: 'send-disruption-evidence',
    touches: ['disruption-evidence'],
    onSuccess: () => {
      onClose()
      saved(t('disruptionEvidence.sent'))
    },
  })
  const form = useCommandForm({
    schema,
    values: nothing,
    command,
    send: (body) => command.run({ record: { id: booking.id }, body }),
    mode: 'onSubmit',
    draft: `disruption-evidence/${booking.id}`,
  })
  const missing = busy ? t('files.wait') : form.body ? undefined : t('disruptionEvidence.wrongText')
  return (
    <FormDialog
      {...form.sending}
      title={t('disruptionEvidence.dialog')}
      submit={t('disruptionEvidence.send')}
      close={t('disruptionEvidence.keep')}
      missing={missing}
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="text"
        rows={4}
        label={t('disruptionEvidence.text')}
        help={t('disruptionEvidence.textHelp')}
        wrong={t('disruptionEvidence.wrongText')}
        input={{ maxLength: MAX_TEXT }}
      />
      <FilesField
        control={form.control}
        name="fileIds"
        label={t('disruptionEvidence.files')}
        listingId={booking.listingId}
        max={MAX_REQUEST_FILES}
        onBusy={setBusy}
      />
    </FormDialog>
  )
}
export default EvidenceDialog
