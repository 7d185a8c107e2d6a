import { useState } from 'react'
import { z } from 'zod'
import { zText } from '@hearth/contracts/kernel/text'
import { MAX_REQUEST_FILES, zCost, zRequestFiles } from '@hearth/contracts/request'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { MoneyField } from '../../components/form/fields/NumberField.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { FilesField } from '../../components/files/FilesField.tsx'
import { useWorkDialog } from './useWorkDialog.ts'

const MAX_SUMMARY = 2_000
const schema = z.strictObject({
  summary: zText(3, MAX_SUMMARY),
  actualCostMinor: zCost.nullable(),
  fileIds: zRequestFiles.unwrap(),
})
const nothing: z.input<typeof schema> = { summary: '', actualCostMinor: null, fileIds: [] }

/** What staff did, what it cost, and photos of it. */
const CompleteDialog = ({ request, onClose }: { request: RequestRecord; onClose: () => void }) => {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const done = t('request.service.completed')
  const { command, listing } = useWorkDialog({ request, verb: 'complete', done, onClose })
  const form = useCommandForm({
    schema,
    values: nothing,
    command,
    send: (body) => command.run({ record: request, body }),
    mode: 'onSubmit',
    draft: `complete/${request.id}`,
  })
  const missing = busy ? t('files.wait') : form.body ? undefined : t('request.service.tooShort')
  return (
    <FormDialog
      {...form.sending}
      title={t('request.service.completeTitle')}
      submit={t('request.service.complete')}
      close={t('request.decide.keep')}
      missing={missing}
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="summary"
        rows={3}
        label={t('request.service.summary')}
        input={{ maxLength: MAX_SUMMARY }}
      />
      {listing && (
        <MoneyField
          control={form.control}
          name="actualCostMinor"
          optional
          label={t('request.service.cost')}
          note={t('request.decide.optional')}
          currency={listing.currency}
        />
      )}
      <FilesField
        control={form.control}
        name="fileIds"
        label={t('request.service.photos')}
        listingId={request.listingId}
        max={MAX_REQUEST_FILES}
        onBusy={setBusy}
      />
    </FormDialog>
  )
}
export default CompleteDialog
