import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { MAX_MESSAGE_LENGTH, thread } from '@hearth/contracts/thread'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { uploadFirstAttachment } from '../../data/http/upload.ts'
import type { OpenBooking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { AttachButton } from '../../message-files/AttachButton.tsx'
import { DraftFileList } from '../../message-files/DraftFileList.tsx'
import '../../message-files/texts.ts'
import { useMessageFiles } from '../../message-files/useMessageFiles.ts'
import { to } from '../../navigation/paths.ts'

const schema = thread.commands.WriteToGuest.schema.pick({ body: true })
const nothing = { body: '' }

type Props = { booking: OpenBooking; onClose: () => void }

/** The files of the first message to a guest. */
const useFirstFiles = (draft: string, { listingId, guestRef }: OpenBooking) => {
  const upload = useCallback(
    (_: string, file: File, key: string) => uploadFirstAttachment({ listingId, guestRef }, file, key),
    [listingId, guestRef],
  )
  return useMessageFiles(draft, upload)
}

/** The first message to a guest; opens the conversation once it is sent. */
const WriteDialog = ({ booking, onClose }: Props) => {
  const t = useText()
  const navigate = useNavigate()
  const saved = useSaved()
  const { id: bookingId, listingId, guestRef, guestName: guest, status } = booking
  const draft = `first-message/${bookingId}`
  const files = useFirstFiles(draft, booking)
  const command = useCommand({
    resource: 'first-messages',
    touches: ['threads', 'messages'],
    onSuccess: ({ id }) => {
      files.clear()
      saved(t('booking.write.sent', { guest }))
      void navigate(to.thread(id))
    },
  })
  const form = useCommandForm({
    schema,
    values: nothing,
    command,
    send: ({ body }) =>
      command.run({
        body: { listingId, guest: { guestRef }, bookingId, body, attachments: files.ids ?? [] },
      }),
    mode: 'onSubmit',
    draft,
  })
  const isEmpty = form.values.body.trim() === '' && files.all.length === 0
  const missing =
    isEmpty || form.body === undefined
      ? t('booking.write.missing', { max: MAX_MESSAGE_LENGTH })
      : files.ids === undefined
        ? t('booking.write.filesMissing')
        : undefined
  return (
    <FormDialog
      {...form.sending}
      title={t('booking.write.title', { guest })}
      submit={t('booking.write.send')}
      close={t('booking.write.close')}
      missing={missing}
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="body"
        rows={5}
        label={t('booking.write.message')}
        {...(status === 'cancelled' && { help: t('booking.write.masked') })}
      />
      <DraftFileList files={files} />
      <AttachButton onFiles={files.add} />
    </FormDialog>
  )
}
export default WriteDialog
