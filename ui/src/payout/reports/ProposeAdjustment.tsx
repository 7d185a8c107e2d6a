import { useState } from 'react'
import { z } from 'zod'
import { ledger } from '@hearth/contracts/ledger'
import { CURRENCY_EXPONENT, zMinorAmount } from '@hearth/contracts/kernel/money'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { Account } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { HostSearch } from '../../components/form/HostSearch.tsx'
import { SubmitRow } from '../../components/form/SubmitRow.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { MoneyField } from '../../components/form/fields/NumberField.tsx'
import { SelectField } from '../../components/form/fields/SelectField.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm, type FieldsForm } from '../../components/form/useCommandForm.ts'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import styles from './Report.module.css'

const MIN_REASON = 20
const MAX_REASON = 200
const CURRENCIES = Object.keys(CURRENCY_EXPONENT).map((currency) => ({ value: currency, label: currency }))

/** The amount is typed without its sign. */
const zProposal = ledger.commands.ProposeAdjustment.schema
  .pick({ currency: true, reason: true })
  .extend({ amountMinor: zMinorAmount.min(1), sign: z.enum(['give', 'take']) })
type Values = z.input<typeof zProposal>
type ProposalForm = FieldsForm<Values, z.output<typeof zProposal>>
const UNFILLED: Values = { amountMinor: Number.NaN, currency: 'USD', sign: 'give', reason: '' }

/** Why it cannot be proposed yet. */
const useMissing = (account: Account | null, { amountMinor, reason }: Values) => {
  const t = useText()
  if (account === null) return t('payout.staff.adjustments.missingAccount')
  if (!(amountMinor > 0)) return t('payout.staff.adjustments.missingAmount')
  const short = MIN_REASON - reason.trim().length
  return short > 0 ? t('payout.staff.adjustments.missingReason', { smart_count: short }) : undefined
}

const AmountFields = ({ form: { control, values } }: { form: ProposalForm }) => {
  const t = useText()
  return (
    <div className={styles['pair']}>
      <MoneyField
        control={control}
        name="amountMinor"
        label={t('payout.staff.adjustments.amount')}
        currency={values.currency}
      />
      <SelectField
        control={control}
        name="currency"
        label={t('payout.staff.adjustments.currency')}
        options={CURRENCIES}
      />
      <SelectField
        control={control}
        name="sign"
        label={t('payout.staff.adjustments.sign')}
        options={(['give', 'take'] as const).map((value) => ({
          value,
          label: t(`payout.staff.adjustments.${value}`),
        }))}
      />
    </div>
  )
}

/** The form and the host's account, which is chosen beside the fields. */
const useProposalForm = () => {
  const t = useText()
  const saved = useSaved()
  const [account, setAccount] = useState<Account | null>(null)
  const propose = useCommand({
    resource: 'adjustments',
    onSuccess: () => {
      form.reset()
      setAccount(null)
      saved(t('payout.staff.adjustments.proposed'))
    },
  })
  const form = useCommandForm({
    schema: zProposal,
    values: UNFILLED,
    command: propose,
    send: ({ amountMinor, sign, ...proposal }) =>
      propose.run({
        body: {
          ...proposal,
          accountId: account?.id,
          amountMinor: sign === 'give' ? amountMinor : -amountMinor,
        },
      }),
    mode: 'onSubmit',
    draft: { name: 'adjustment', fields: ['reason'] },
  })
  const chooseAccount = (chosen: Account) => {
    setAccount(chosen)
    form.set({ currency: chosen.defaultCurrency })
  }
  return { form, account, chooseAccount }
}

/** Proposes an adjustment of a host's ledger with its reason; another person decides. */
export const ProposeAdjustment = () => {
  const t = useText()
  const { form, account, chooseAccount } = useProposalForm()
  const missing = useMissing(account, form.values)
  return (
    <Card title={t('payout.staff.adjustments.title')}>
      <div className={styles['form']}>
        <HostSearch chosen={account?.id} onChange={chooseAccount} />
        <AmountFields form={form} />
        <TextField
          control={form.control}
          name="reason"
          rows={2}
          label={t('payout.staff.adjustments.reason')}
          help={t('payout.staff.adjustments.reasonHelp')}
          input={{ maxLength: MAX_REASON }}
        />
        <ProblemText error={form.error} />
        <SubmitRow missing={missing} pending={form.pending} onSubmit={form.submit}>
          {t('payout.staff.adjustments.propose')}
        </SubmitRow>
      </div>
    </Card>
  )
}
