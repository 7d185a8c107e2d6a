import { useNavigate } from 'react-router-dom'
import { z } from 'zod'
import { zLine, zText } from '@hearth/contracts/kernel/text'
import { MAX_BIDS, zCost } from '@hearth/contracts/request'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { CheckboxField } from '../../components/form/fields/CheckboxField.tsx'
import { MoneyField } from '../../components/form/fields/NumberField.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { Listing, RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import styles from './ExpenseDialog.module.css'

const MAX_SUBJECT = 120
const MAX_CONSEQUENCE = 1_000
const MAX_VENDOR = 80
const BIDS = Array.from({ length: MAX_BIDS }, (_, index) => index)

const zBidFields = z
  .strictObject({ vendor: zLine(1, MAX_VENDOR).nullable(), amountMinor: zCost.nullable() })
  .refine(({ vendor, amountMinor }) => vendor !== null || amountMinor === null, { path: ['vendor'] })
  .refine(({ vendor, amountMinor }) => vendor === null || amountMinor !== null, { path: ['amountMinor'] })
const schema = z.strictObject({
  subject: zLine(3, MAX_SUBJECT),
  estimateMinor: zCost,
  bids: z.array(zBidFields),
  ifNotDone: zText(10, MAX_CONSEQUENCE),
  emergency: z.boolean(),
})

type Props = Readonly<{ service: RequestRecord; listing: Listing; onClose: () => void }>

/** Asks the owner to approve what the work of a service request costs. */
const ExpenseDialog = ({ service, listing, onClose }: Props) => {
  const t = useText()
  const navigate = useNavigate()
  const saved = useSaved()
  const command = useCommand({
    resource: 'expense-requests',
    account: service.hostAccountId,
    touches: ['requests'],
    onSuccess: ({ id }) => {
      saved(t('request.expense.asked'))
      void navigate(to.request(id))
    },
  })
  const values: z.input<typeof schema> = {
    subject: service.subject ?? '',
    estimateMinor: Number.NaN,
    bids: BIDS.map(() => ({ vendor: null, amountMinor: null })),
    ifNotDone: '',
    emergency: service.urgency === 'emergency',
  }
  const { listingId, bookingId, id: serviceRequestId } = service
  const form = useCommandForm({
    schema,
    values,
    command,
    send: ({ bids, ...body }) => {
      const given = bids.filter(({ vendor }) => vendor !== null)
      command.run({ body: { ...body, bids: given, listingId, bookingId, serviceRequestId } })
    },
    mode: 'onSubmit',
    draft: `expense/${serviceRequestId}`,
  })
  return (
    <FormDialog
      {...form.sending}
      title={t('request.expense.askTitle')}
      submit={t('request.expense.ask')}
      close={t('request.decide.keep')}
      missing={form.body ? undefined : t('request.expense.askMissing')}
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="subject"
        label={t('request.ask.subject')}
        input={{ maxLength: MAX_SUBJECT }}
      />
      <MoneyField
        control={form.control}
        name="estimateMinor"
        label={t('request.facts.estimate')}
        currency={listing.currency}
      />
      {BIDS.map((index) => (
        <div key={index} className={styles['bid']}>
          <TextField
            control={form.control}
            name={`bids.${index}.vendor`}
            optional
            label={t('request.expense.bidder', { number: index + 1 })}
            note={t('request.decide.optional')}
            input={{ maxLength: MAX_VENDOR }}
          />
          <MoneyField
            control={form.control}
            name={`bids.${index}.amountMinor`}
            optional
            label={t('request.expense.bid', { number: index + 1 })}
            currency={listing.currency}
          />
        </div>
      ))}
      <TextField
        control={form.control}
        name="ifNotDone"
        rows={2}
        label={t('request.ifNotDone')}
        input={{ maxLength: MAX_CONSEQUENCE }}
      />
      <CheckboxField control={form.control} name="emergency" label={t('request.expense.emergency')} />
      <p className="small q">{t('request.expense.emergencyHelp')}</p>
    </FormDialog>
  )
}
export default ExpenseDialog
