import { useState } from 'react'
import { z } from 'zod'
import { zCost } from '@hearth/contracts/request'
import { formatAmount, type Currency } from '@hearth/contracts/kernel/money'
import { zId } from '@hearth/contracts/kernel/ids'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { MoneyField } from '../../components/form/fields/NumberField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { FilesField } from '../../components/files/FilesField.tsx'
import { useWorkDialog } from './useWorkDialog.ts'

const schema = z.strictObject({ actualMinor: zCost, files: z.array(zId).length(1) })
const nothing: z.input<typeof schema> = { actualMinor: Number.NaN, files: [] }

type Props = Readonly<{ request: RequestRecord; currency: Currency; onClose: () => void }>

/** What an approved expense cost, with its invoice. */
const RecordDialog = ({ request, currency, onClose }: Props) => {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const done = t('request.expense.recorded')
  const { command } = useWorkDialog({ request, verb: 'record-expense', done, onClose })
  const form = useCommandForm({
    schema,
    values: nothing,
    command,
    send: ({ actualMinor, files: [invoiceFileId] }) =>
      command.run({ record: request, body: { actualMinor, invoiceFileId } }),
    mode: 'onSubmit',
  })
  const missing = busy ? t('files.wait') : form.body ? undefined : t('request.expense.recordMissing')
  const { spendableMinor } = request
  return (
    <FormDialog
      {...form.sending}
      title={t('request.expense.recordTitle')}
      submit={t('request.expense.record')}
      close={t('request.decide.keep')}
      missing={missing}
      onClose={onClose}
    >
      <MoneyField
        control={form.control}
        name="actualMinor"
        label={t('request.facts.cost')}
        help={
          spendableMinor === null
            ? undefined
            : t('request.expense.covers', { amount: formatAmount(spendableMinor, currency) })
        }
        currency={currency}
      />
      <FilesField
        control={form.control}
        name="files"
        label={t('request.expense.invoice')}
        listingId={request.listingId}
        max={1}
        onBusy={setBusy}
      />
    </FormDialog>
  )
}
export default RecordDialog
