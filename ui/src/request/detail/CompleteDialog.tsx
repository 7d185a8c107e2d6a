import { z } from 'zod'
import { zText } from '@hearth/contracts/kernel/text'
import { zCost } from '@hearth/contracts/request'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { MoneyField } from '../../components/form/fields/NumberField.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useListings } from '../../data/queries/useListings.ts'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'

const MAX_SUMMARY = 2_000
const schema = z.strictObject({ summary: zText(3, MAX_SUMMARY), actualCostMinor: zCost.nullable() })
const nothing: z.input<typeof schema> = { summary: '', actualCostMinor: null }

/** What staff did, and what it cost. */
export const CompleteDialog = ({ request, onClose }: { request: RequestRecord; onClose: () => void }) => {
  const t = useText()
  const saved = useSaved()
  const listing = useListings([request.listingId]).get(request.listingId)
  const command = useCommand({
    resource: 'requests',
    verb: 'complete',
    onSuccess: () => {
      onClose()
      saved(t('request.service.completed'))
    },
  })
  const form = useCommandForm({
    schema,
    values: nothing,
    command,
    send: (body) => command.run({ record: request, body }),
    mode: 'onSubmit',
  })
  return (
    <FormDialog
      {...form.sending}
      title={t('request.service.completeTitle')}
      submit={t('request.service.complete')}
      close={t('request.decide.keep')}
      missing={form.body ? undefined : t('request.service.tooShort')}
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
    </FormDialog>
  )
}
