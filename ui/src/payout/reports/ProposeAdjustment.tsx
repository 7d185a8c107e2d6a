import { useState } from 'react'
import { Button, OutlinedInput, Select } from '@mui/material'
import { CURRENCY_EXPONENT, zCurrency, type Currency } from '@hearth/contracts/kernel/money'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { Account } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { HostSearch } from '../../components/form/HostSearch.tsx'
import { parseAmount } from '../../components/form/amountInput.ts'
import { Card } from '../../components/layout/Card.tsx'
import { Field } from '../../components/form/Field.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import styles from './Report.module.css'

const MIN_REASON = 20
const MAX_REASON = 200
const CURRENCIES = Object.keys(CURRENCY_EXPONENT)

type Draft = Readonly<{
  account: Account | null
  amount: string
  currency: Currency
  sign: 'give' | 'take'
  reason: string
}>
const nothing: Draft = { account: null, amount: '', currency: 'USD', sign: 'give', reason: '' }

/** Why it cannot be proposed yet. */
const useMissing = ({ account, amount, currency, reason }: Draft) => {
  const t = useText()
  if (account === null) return t('payout.staff.adjustments.missingAccount')
  if ((parseAmount(amount, currency) ?? 0) <= 0) return t('payout.staff.adjustments.missingAmount')
  const short = MIN_REASON - reason.trim().length
  return short > 0 ? t('payout.staff.adjustments.missingReason', { smart_count: short }) : undefined
}

/** Proposes an adjustment of a host's ledger with its reason; another person decides. */
export const ProposeAdjustment = () => {
  const t = useText()
  const saved = useSaved()
  const [draft, setDraft] = useState(nothing)
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const propose = useCommand({
    resource: 'adjustments',
    onSuccess: () => {
      setDraft(nothing)
      saved(t('payout.staff.adjustments.proposed'))
    },
  })
  const missing = useMissing(draft)
  const send = () => {
    const amount = parseAmount(draft.amount, draft.currency) ?? 0
    propose.run({
      body: {
        accountId: draft.account?.id,
        currency: draft.currency,
        amountMinor: draft.sign === 'give' ? amount : -amount,
        reason: draft.reason.trim(),
      },
    })
  }
  return (
    <Card title={t('payout.staff.adjustments.title')}>
      <div className={styles['form']}>
        <HostSearch
          chosen={draft.account?.id}
          onChange={(account) => set({ account, currency: account.defaultCurrency })}
        />
        <div className={styles['pair']}>
          <Field label={t('payout.staff.adjustments.amount')}>
            {({ error: _error, ...field }) => (
              <OutlinedInput
                value={draft.amount}
                onChange={({ target }) => set({ amount: target.value })}
                inputProps={{ ...field, inputMode: 'decimal', maxLength: 14, autoComplete: 'off' }}
              />
            )}
          </Field>
          <Field label={t('payout.staff.adjustments.currency')}>
            {({ error: _error, ...field }) => (
              <Select
                native
                value={draft.currency}
                onChange={({ target }) => set({ currency: zCurrency.parse(target.value) })}
                inputProps={field}
              >
                {CURRENCIES.map((currency) => (
                  <option key={currency}>{currency}</option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={t('payout.staff.adjustments.sign')}>
            {({ error: _error, ...field }) => (
              <Select
                native
                value={draft.sign}
                onChange={({ target }) => set({ sign: target.value === 'take' ? 'take' : 'give' })}
                inputProps={field}
              >
                {(['give', 'take'] as const).map((sign) => (
                  <option key={sign} value={sign}>
                    {t(`payout.staff.adjustments.${sign}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <Field label={t('payout.staff.adjustments.reason')} help={t('payout.staff.adjustments.reasonHelp')}>
          {({ error: _error, ...field }) => (
            <OutlinedInput
              multiline
              minRows={2}
              maxRows={6}
              value={draft.reason}
              onChange={({ target }) => set({ reason: target.value })}
              inputProps={{ ...field, maxLength: MAX_REASON }}
            />
          )}
        </Field>
        <ProblemText error={propose.error} />
        <div className={styles['submit']}>
          <Button
            variant="contained"
            color="primary"
            disabled={missing !== undefined}
            loading={propose.pending}
            onClick={send}
          >
            {t('payout.staff.adjustments.propose')}
          </Button>
          {missing !== undefined && <span className="small q">{missing}</span>}
        </div>
      </div>
    </Card>
  )
}
